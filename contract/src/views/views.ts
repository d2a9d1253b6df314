// Saved views: a named filter, order, columns and layout of tasks, private or shared.
import { type Static, type TOptional, type TUnsafe, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Timestamp, VisibleText } from '../schema.ts'
import { ColumnList } from '../tasks/columns.ts'
import { TaskSort } from '../tasks/sorts.ts'
import { TaskGrouping } from '../tasks/task-counts.ts'
import { type TaskListQuery, taskFilters } from '../tasks/tasks.ts'

const RELATIVE = 'now([+-][1-9][0-9]{0,3}[hdw])?'
const ABSOLUTE =
  '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])'

const MOMENT = worded(
  `^(${ABSOLUTE}|${RELATIVE})$`,
  'must be a date-time such as 2026-11-15T09:30:00Z, or a relative time such as now, now+7d or now-12h',
  { echo: true },
)

/** A view is used for months, so “until tomorrow” must be stored as such. */
function moment(what: string) {
  return Type.Optional(
    Type.String({
      pattern: MOMENT,
      maxLength: 40,
      description: `${what}: a date-time, or a time relative to when the view is opened: \`now\`, \`now+7d\`, \`now-12h\`, \`now-2w\``,
      examples: ['now+7d'],
    }),
  )
}

const moments = {
  created_since: moment('Created at or after'),
  created_before: moment('Created before'),
  updated_since: moment('Updated at or after'),
  updated_before: moment('Updated before'),
  due_since: moment('Due at or after'),
  due_before: moment('Due before'),
}

const query = {
  ...taskFilters,
  ...moments,
  sort: Type.Optional(TaskSort),
  group_by: Type.Optional(TaskGrouping),
}

export const ViewQuery = Closed(query, {
  description: 'Filters, sort order and grouping, as in the list of tasks',
})
export type ViewQuery = Static<typeof ViewQuery>

type Changeable<T> = {
  [Name in keyof T]: T[Name] extends Type.TSchema
    ? TOptional<TUnsafe<Static<T[Name]> | null>>
    : never
}

const queryChange = Object.fromEntries(
  Object.entries(query).map(([name, schema]) => [name, Type.Optional(Nullable(schema))]),
) as Changeable<typeof query> // the same names, each of which may be null

export const VIEW_KINDS = ['list', 'board'] as const
const Name = VisibleText({ maxLength: 100, description: 'Display name' })
const layout = 'Layout'
const Kind = Choice(VIEW_KINDS, { description: layout })
const Shared = Type.Boolean({
  description:
    'true: visible to and editable by everyone in the tenant; false: private to the owner',
})
export const VIEW_POSITION_MAX = 1_000_000
const Position = Type.Integer({
  minimum: 0,
  maximum: VIEW_POSITION_MAX,
  description:
    'Position among the views; views with the same position are sorted by age, oldest first',
})

const Columns = Nullable(
  ColumnList(
    'Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority.',
  ),
)

export const View = Closed(
  {
    id: Id('view'),
    name: Type.String(),
    kind: Kind,
    query: ViewQuery,
    columns: Columns,
    shared: Shared,
    owner: Actor,
    position: Position,
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented on every change; basis of the ETag',
    }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A saved view of tasks' },
)
export type View = Static<typeof View>

export const ViewCreate = Closed(
  {
    name: Name,
    kind: Type.Optional(Choice(VIEW_KINDS, { default: 'list', description: layout })),
    query: Type.Optional(ViewQuery),
    columns: Type.Optional(Columns),
    shared: Type.Optional(Shared),
    position: Type.Optional(Position),
  },
  { description: 'Only `name` is required. Without `position` the view is added at the end.' },
)
export type ViewCreate = Static<typeof ViewCreate>

export const ViewChange = Closed(
  {
    name: Type.Optional(Name),
    kind: Type.Optional(Kind),
    query: Type.Optional(
      Closed(queryChange, { description: 'Filters to change; null removes one' }),
    ),
    columns: Type.Optional(Columns),
    shared: Type.Optional(Shared),
    position: Type.Optional(Position),
  },
  {
    minProperties: 1,
    description: 'JSON Merge Patch (RFC 7396): omitted fields are unchanged, null removes a filter',
  },
)
export type ViewChange = Static<typeof ViewChange>

export const ViewListQuery = Closed(pageQuery)
export const ViewPage = Page(View, 'A page of views, by position')
export const viewParams = Closed({ view: Id('view') })

const HOUR_MS = 3_600_000
const unitsMs = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS }

/** `now-2w` as a time; a time stays as it is. */
export function resolveMoment(text: string, now: Date): string {
  const [, sign, count, unit] = /^now(?:([+-])(\d+)([hdw]))?$/.exec(text) ?? []
  if (!text.startsWith('now')) return text
  if (unit === undefined) return now.toISOString()
  const distance = Number(`${sign}${count}`) * unitsMs[unit as keyof typeof unitsMs] // the pattern has no others
  return new Date(now.getTime() + distance).toISOString()
}

/**
 * What to ask the list of tasks for, now. `group_by` is not part of it: the list knows no groups, counting does.
 *
 * @example
 * const query = toListQuery(view.query, new Date())
 */
export function toListQuery(view: ViewQuery, now: Date): TaskListQuery {
  const { group_by: _, ...filters } = view
  const resolved = Object.keys(moments).flatMap((name) => {
    const text = view[name as keyof typeof moments] // keys of moments
    return text === undefined ? [] : [[name, resolveMoment(text, now)]]
  })
  return { ...filters, ...(Object.fromEntries(resolved) as Record<keyof typeof moments, string>) } // those that were there
}
