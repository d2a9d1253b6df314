// What a list of tasks asks the database for: filters, order, and where the page before ended.
import type {
  Confirmation,
  TASK_SORTS,
  Task,
  TaskFilters,
  TaskListQuery,
} from '@task-service/contract'
import { join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { idOf, parseTask, priorityRank, uuidOf } from '#domains/tasks/document.ts'
import type { CursorPosition } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { firstUuidAt } from '#lib/uuid.ts'

type SortName = (typeof TASK_SORTS)[number]

/** A sort key: its SQL, which an index ends with, and its value on the last task of a page. */
type SortKey = { column: Sql; cast: Sql; valueOf: (task: Task) => string | number }

const byId: SortKey = { column: sql`t.id`, cast: sql`::uuid`, valueOf: (task) => uuidOf(task.id) }

/** Word for word the expression of its index. Not coalesce, which under row security cannot bound an index. */
const dueOrNever = sql`(case when t.due_at is null then 'infinity'::timestamptz else t.due_at end)`

/** The id is a UUIDv7, so it is the order of creation. */
const sortKeys: Record<SortName, SortKey[]> = {
  created_at: [byId],
  updated_at: [
    {
      column: sql`t.updated_at`,
      cast: sql`::timestamptz`,
      valueOf: (task) => task.updated_at,
    },
    byId,
  ],
  priority: [
    {
      column: sql`t.priority`,
      cast: sql`::smallint`,
      valueOf: (task) => priorityRank(task.priority),
    },
    byId,
  ],
  due_at: [
    {
      column: dueOrNever,
      cast: sql`::timestamptz`,
      valueOf: (task) => task.due_at ?? 'infinity',
    },
    byId,
  ],
}

export type Sort = { name: SortName; descending: boolean }

export function parseSort(sort: TaskListQuery['sort']): Sort {
  const text = sort ?? '-created_at'
  const descending = text.startsWith('-')
  return { name: (descending ? text.slice(1) : text) as SortName, descending } // the contract lists the values
}

export function orderBy({ name, descending }: Sort): Sql {
  const direction = descending ? sql` desc` : sql` asc`
  return join(sortKeys[name].map((key) => sql`${key.column}${direction}`))
}

/** Where the page ends that ends with this document. Most lists are in order of creation: the id is all they need. */
export function positionOf(sort: Sort, doc: string): CursorPosition {
  if (sort.name === 'created_at') return [uuidOf(idOf(doc))]
  const task = parseTask(doc)
  return sortKeys[sort.name].map((key) => key.valueOf(task))
}

export function afterPosition(sort: Sort, position: CursorPosition): Sql {
  const keys = sortKeys[sort.name]
  const columns = join(keys.map((key) => key.column))
  const values = join(keys.map((key, index) => sql`${position[index]}${key.cast}`))
  return sort.descending ? sql`(${columns}) < (${values})` : sql`(${columns}) > (${values})`
}

const CLOCKS_DIFFER_MS = 60_000

const date = (text: string) => new Date(text)

/** A single value is compared directly: for a list, even of one, an index does not return rows in order. */
function anyOf(column: Sql, values: readonly (string | number)[], cast: Sql): Sql {
  return values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any(${values}${cast})`
}

/** A document may contain U+0000, with which these operators fail. */
const origin = sql`(without_nul(t.doc) #>> '{origin,integration_id}')`

/** Every task that an integration created has a link; others may have been linked later. */
function createdBy(tx: Tx, integration: string): Sql {
  if (integration === 'none') return sql`${origin} is null`
  return sql`exists (
    select from links l
    where ${tx.mine('l')} and l.task_id = t.id and l.state <> 'gone' and l.integration_id = ${decodeId('integration', integration)}
  ) and ${origin} = ${integration}`
}

/** Word for word the condition of its index, and its opposite. Without a link nothing is confirmed any longer. */
function confirmedBy(tx: Tx, confirmation: Confirmation): Sql {
  const settled =
    confirmation === 'pending'
      ? sql`(without_nul(t.doc) #>> '{settled_at}') is null`
      : sql`(without_nul(t.doc) #>> '{settled_at}') is not null`
  return sql`t.status = 'completed' and ${settled} and ${origin} is not null
    and exists (select from links l where ${tx.mine('l')} and l.task_id = t.id and l.state <> 'gone')`
}

/** One condition per filter that was sent; `parentId` is already looked up. */
export function conditionsOf(tx: Tx, query: TaskFilters, parentId?: string): Sql[] {
  const conditions: Sql[] = []
  const add = <T>(value: T | undefined, condition: (value: T) => Sql) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  add(query.status, (value) => anyOf(sql`t.status`, value, sql`::text[]`))
  add(query.priority, (value) => anyOf(sql`t.priority`, value.map(priorityRank), sql`::smallint[]`))
  add(query.queue, (value) => sql`t.queue = ${value}`)
  add(query.assignee, (value) => sql`t.assignee = ${value}`)
  add(query.unassigned, (value) => (value ? sql`t.assignee is null` : sql`t.assignee is not null`))
  add(query.delegate, (value) => sql`t.delegate = ${value}`)
  add(query.source, (value) => sql`t.source = ${value}`)
  add(query.delegated, (value) => (value ? sql`t.delegate is not null` : sql`t.delegate is null`))
  add(query.has_source, (value) => (value ? sql`t.source is not null` : sql`t.source is null`))
  add(query.integration, (value) => createdBy(tx, value))
  add(query.confirmation, (value) => confirmedBy(tx, value))
  add(parentId, (value) => sql`t.parent_id = ${value}`)
  add(query.created_since, (value) => sql`t.id >= ${firstUuidAt(date(value))}`)
  add(query.created_before, (value) => sql`t.id < ${firstUuidAt(date(value))}`)
  add(query.updated_since, (value) => sql`t.updated_at >= ${date(value)}`)
  add(query.updated_before, (value) => {
    // What was changed last before a moment was made before it: the walk through the newest begins there. The minute
    // is for clocks that differ.
    const made = firstUuidAt(new Date(date(value).getTime() + CLOCKS_DIFFER_MS))
    return sql`t.updated_at < ${date(value)} and t.id < ${made}`
  })
  add(query.due_since, (value) => sql`${dueOrNever} >= ${date(value)} and t.due_at is not null`)
  add(query.due_before, (value) => sql`${dueOrNever} < ${date(value)}`)
  for (const label of query.label ?? []) {
    conditions.push(sql`exists (
      select from task_labels l where ${tx.mine('l')} and l.label = ${label} and l.task_id = t.id)`)
  }
  return conditions
}

/** Names the list a cursor belongs to: everything but the page itself. */
export function scopeOf(query: TaskListQuery): string {
  const { limit: _, cursor: __, ...filters } = query
  return `tasks ${JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}
