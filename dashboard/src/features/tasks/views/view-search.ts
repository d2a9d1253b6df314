// A saved view as the address says it, and back: nothing a view narrows to is left out on the way.
import type { Status, View, ViewCreate } from '@task-service/contract'
import { STATUSES } from '#api/transitions.gen.ts'
import { OPEN_STATUSES } from '../data/status-moves.ts'
import {
  CREATED_RANGES,
  GROUPINGS,
  readSearch,
  type TaskSearch,
  UNASSIGNED,
} from '../data/task-search.ts'
import { statusesOf, type TaskFilters } from '../data/to-query.ts'

export type ViewQuery = NonNullable<ViewCreate['query']>

/** What the chips cannot say; it holds as long as the view is looked at. */
export type ViewExtra = Omit<
  ViewQuery,
  | 'status'
  | 'priority'
  | 'label'
  | 'field'
  | 'assignee'
  | 'unassigned'
  | 'queue'
  | 'source'
  | 'has_source'
  | 'delegate'
  | 'delegated'
  | 'integration'
  | 'confirmation'
  | 'q'
  | 'sort'
  | 'group_by'
>

const dueMoments = { overdue: 'now', today: 'now+1d', day: 'now+1d', week: 'now+7d' } as const

const isOpen = (statuses: readonly Status[]): boolean =>
  statuses.length === OPEN_STATUSES.length && OPEN_STATUSES.every((one) => statuses.includes(one))

/** Where the tasks come from, who works on them, and what became of them. */
function placesOf(search: TaskSearch): ViewQuery {
  const { source, delegate, integration, confirmation, created } = search
  return {
    ...(source && (source === UNASSIGNED ? { has_source: false } : { source })),
    ...(delegate && (delegate === UNASSIGNED ? { delegated: false } : { delegate })),
    ...(integration && { integration: integration === UNASSIGNED ? 'none' : integration }),
    ...(confirmation && { confirmation }),
    ...(created && { created_since: `now-${created}` }),
  }
}

function readPlaces(query: View['query']): Record<string, string | undefined> {
  const { source, has_source: hasSource, delegate, delegated, integration, confirmation } = query
  return {
    source: hasSource === false ? UNASSIGNED : source,
    delegate: delegated === false ? UNASSIGNED : delegate,
    integration: integration === 'none' ? UNASSIGNED : integration,
    confirmation,
    created: readCreated(query.created_since),
  }
}

/** "Me" becomes a name: a view means the same to everyone who opens it. */
export function toViewQuery(search: TaskSearch, me: string | undefined): ViewQuery {
  const { priority, label, field, queue, due, q, sort, assignee } = search
  const group = search.group ?? 'status'
  const person = assignee === '@me' ? me : assignee
  return {
    status: statusesOf(search),
    ...(priority.length > 0 && { priority }),
    ...(label.length > 0 && { label }),
    ...(field && { field }),
    ...(assignee === UNASSIGNED ? { unassigned: true } : person && { assignee: person }),
    ...(queue && { queue }),
    ...placesOf(search),
    ...(due && { due_before: dueMoments[due] }),
    ...(q && { q }),
    ...(sort && { sort }),
    ...(group !== 'none' && { group_by: group }),
  }
}

function readDue(before: string | undefined): TaskSearch['due'] | undefined {
  return ({ now: 'overdue', 'now+1d': 'day', 'now+7d': 'week' } as const)[before ?? '']
}

const readCreated = (since: string | undefined): TaskSearch['created'] =>
  CREATED_RANGES.find((range) => since === `now-${range}`)

/** What a list always shows is not among the columns of the address. */
const FIXED = ['number', 'title', 'status', 'priority']

export function viewColumns(columns: readonly string[] | undefined): View['columns'] {
  return columns ? ([...FIXED, ...columns] as NonNullable<View['columns']>) : null // the API checks them
}

type SavedView = Pick<View, 'id' | 'query'> & Partial<Pick<View, 'columns'>>

export function fromView({ id, query, columns }: SavedView): {
  search: TaskSearch
  extra: ViewExtra
} {
  const {
    status,
    priority,
    label,
    field,
    assignee,
    unassigned,
    queue,
    source: _source,
    has_source: _hasSource,
    delegate: _delegate,
    delegated: _delegated,
    integration: _integration,
    confirmation: _confirmation,
    q,
    sort,
    group_by,
    ...rest
  } = query
  const due = readDue(rest.due_before)
  const { due_before, created_since, ...others } = rest
  const extra: ViewExtra = {
    ...others,
    ...(due_before !== undefined && due === undefined && { due_before }),
    ...(created_since !== undefined && !readCreated(created_since) && { created_since }),
  }
  const statuses = status ?? [...STATUSES]
  const plain = readSearch({ queue, q, assignee, sort, ...readPlaces(query) })
  return {
    extra,
    search: {
      ...plain,
      status: isOpen(statuses) ? [] : statuses,
      priority: priority ?? [],
      label: label ?? [],
      ...(field && { field }),
      ...(unassigned === true && { assignee: UNASSIGNED }),
      ...(due && { due }),
      group: GROUPINGS.find((one) => one === group_by) ?? 'none',
      ...(columns && { columns: columns.filter((column) => !FIXED.includes(column)) }),
      view: id,
    },
  }
}

const unitsMs = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const STEP_MS = 600_000

/** `now-2w` as a time, in steps, so that the list is not refetched at every tick. */
function resolve(moment: string, now: Date): string {
  const [, sign = '+', count = '0', unit = 'h'] = /^now(?:([+-])(\d+)([hdw]))?$/.exec(moment) ?? []
  if (!moment.startsWith('now')) return moment
  const start = Math.floor(now.getTime() / STEP_MS) * STEP_MS
  const away = Number(`${sign}${count}`) * unitsMs[unit as keyof typeof unitsMs] // the pattern has no others
  return new Date(start + away).toISOString()
}

export function resolveExtra(extra: ViewExtra, now: Date): TaskFilters {
  return Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [
      name,
      typeof value === 'string' && /_(since|before)$/.test(name) ? resolve(value, now) : value,
    ]),
  )
}

/** Whether the address still says what the view says. */
export function isSameView(search: TaskSearch, view: SavedView, me: string | undefined): boolean {
  const { search: saved } = fromView(view)
  const textOf = (one: TaskSearch) => JSON.stringify([toViewQuery(one, me), one.columns])
  return textOf(search) === textOf(saved)
}
