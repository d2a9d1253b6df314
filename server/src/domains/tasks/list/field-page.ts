// A page in the order of a custom field: tasks with a value by that value, then those without one, oldest or newest first.
import { empty, fitsWithin, join, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { SortedField } from '#domains/fields/index.ts'
import type { CursorPosition } from '#lib/cursor.ts'
import type { BoundedDocuments } from './store.ts'

export type FieldOrder = SortedField & { descending: boolean }

export type FieldPageQuery = {
  order: FieldOrder
  /** Where the page before ended. */
  position: CursorPosition | undefined
  conditions: readonly Sql[]
  limit: number
  maxBytes: number
  /** The conditions leave no task without a value. */
  hasOnlyValues: boolean
}

export type FieldPage = { documents: BoundedDocuments; positions: CursorPosition[] }

type Row = [doc: string | null, key: string | number | null, id: string]

/** Of a task with a value, and of one without. */
const positionOf = ([, key, id]: Row): CursorPosition => (key === null ? [id] : [key, id])

/**
 * In one statement, because a task whose value changes between two would be in both parts or in none. The second part is
 * read only if the first does not fill the page: `count(*)` of it is known before.
 */
export async function listByField(tx: Tx, query: FieldPageQuery): Promise<FieldPage> {
  const { order, position, hasOnlyValues, limit } = query
  const isInRest = position?.length === 1
  const direction = order.descending ? sql`desc` : sql`asc`
  const none = sql`select null::json as doc, null::${typeOf(order)} as key, null::uuid as id where false`
  const statement = sql`
    with valued as materialized (${isInRest ? none : valuedTasks(tx, query)}),
    rest as materialized (${hasOnlyValues ? none : otherTasks(tx, query)})
    select case when ${fitsWithin(sql`page.bytes`, query.maxBytes)} then page.doc::text end, page.key, page.id
    from (
      select chosen.doc, chosen.key, chosen.id, ${sentBytes(sql`chosen.doc`)} as bytes
      from (
        select doc, key, id, false as is_rest from valued
        union all
        select doc, key, id, true from rest
        order by is_rest, key ${direction}, id ${direction}
        limit ${limit}) chosen
      offset 0) page`
  return toPage(await tx.rows<Row>(statement, { usesCustomPlan: true, rowMode: 'array' }))
}

function toPage(rows: readonly Row[]): FieldPage {
  return { documents: rows.map(([doc]) => doc), positions: rows.map(positionOf) }
}

/**
 * The page of a search: what it finds, each with its value, and sorted. The search comes first and once, because the planner
 * does not know how much it finds, and would rather ask it again for every value.
 */
export async function listFoundByField(
  tx: Tx,
  { order, position, conditions, limit, maxBytes }: Omit<FieldPageQuery, 'hasOnlyValues'>,
  source: Sql,
): Promise<FieldPage> {
  const direction = order.descending ? sql`desc` : sql`asc`
  const places = sql`m.key is null, m.key ${direction}, m.id ${direction}`
  const statement = sql`
    with matched as materialized (
      select t.id, (
        select ${keyOf(order)} from task_field_values b
        where ${tx.mine('b')} and b.task_id = t.id and b.field_id = ${order.id}) as key
      from ${source}
      where ${join([tx.mine('t'), ...conditions], ' and ')}),
    chosen as materialized (
      select m.id, m.key, row_number() over (order by ${places}) as place from matched m
      ${position ? sql`where ${isAfter(order, position)}` : empty}
      order by ${places} limit ${limit})
    select case when ${fitsWithin(sql`page.bytes`, maxBytes)} then page.doc::text end, page.key, page.id
    from (
      select t.doc, chosen.key, chosen.id, ${sentBytes(sql`t.doc`)} as bytes
      from chosen join tasks t on t.id = chosen.id
      where ${tx.mine('t')}
      order by chosen.place
      offset 0) page`
  const options = { usesCustomPlan: true, isExpensive: true, rowMode: 'array' } as const
  return toPage(await tx.rows<Row>(statement, options))
}

function isAfter(order: FieldOrder, position: CursorPosition): Sql {
  const compare = order.descending ? sql`<` : sql`>`
  if (position.length === 1) return sql`m.key is null and m.id ${compare} ${position[0]}::uuid`
  const [value, id] = position
  return sql`((m.key, m.id) ${compare} (${value}::${typeOf(order)}, ${id}::uuid) or m.key is null)`
}

const typeOf = ({ column }: FieldOrder): Sql =>
  column === 'number' ? sql`double precision` : sql`text collate "C"`

const keyOf = ({ column }: FieldOrder): Sql => (column === 'number' ? sql`b.number` : sql`b.value`)

function valuedTasks(tx: Tx, query: FieldPageQuery): Sql {
  const { order, position, conditions, limit } = query
  const key = keyOf(order)
  const direction = order.descending ? sql`desc` : sql`asc`
  const compare = order.descending ? sql`<` : sql`>`
  const [value, id] = position ?? []
  const cast = order.column === 'number' ? sql`::double precision` : sql`::text`
  const after = position
    ? sql`and (${key}, b.task_id) ${compare} (${value}${cast}, ${id}::uuid)`
    : empty
  return sql`
    select t.doc, ${key} as key, t.id from tasks t join task_field_values b on b.task_id = t.id
    where ${join([tx.mine('t'), tx.mine('b'), ...conditions], ' and ')}
      and b.field_id = ${order.id} and ${key} is not null ${after}
    order by ${key} ${direction}, b.task_id ${direction}
    limit ${limit}`
}

function otherTasks(tx: Tx, query: FieldPageQuery): Sql {
  const { order, position, conditions, limit } = query
  const direction = order.descending ? sql`desc` : sql`asc`
  const compare = order.descending ? sql`<` : sql`>`
  const after = position?.length === 1 ? sql`and t.id ${compare} ${position[0]}::uuid` : empty
  return sql`
    select t.doc, null::${typeOf(order)} as key, t.id from tasks t
    where ${join([tx.mine('t'), ...conditions], ' and ')} ${after}
      and (select count(*) from valued) < ${limit}
      and not exists (
        select from task_field_values b
        where ${tx.mine('b')} and b.task_id = t.id and b.field_id = ${order.id} and ${keyOf(order)} is not null)
    order by t.id ${direction}
    limit ${limit}`
}
