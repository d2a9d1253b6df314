// SQL of task lists: one statement per function, each inside the transaction it is given.
import { fitsWithin, join, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { ReadOptions, Tx } from '#db/tenant-tx.ts'

/** Documents up to the byte budget; null stands for each one behind it. */
export type BoundedDocuments = (string | null)[]

export type PageQuery = { conditions: readonly Sql[]; order: Sql; limit: number; maxBytes: number }

/**
 * `source`, `conditions` and `order` are fragments of this slice's own making; see listing.ts. Nothing above the inner
 * select could change its order. Sizes are taken of the rows of the page alone, once each: `offset 0` keeps the planner
 * from moving them into the sort or the sum.
 */
export async function listDocuments(
  tx: Tx,
  query: PageQuery & { source: Sql; read: ReadOptions },
): Promise<BoundedDocuments> {
  const statement = sql`
    select case when ${fitsWithin(sql`page.bytes`, query.maxBytes)} then page.doc::text end
    from (
      select chosen.doc, ${sentBytes(sql`chosen.doc`)} as bytes
      from (
        select t.doc from ${query.source}
        where ${join([tx.mine('t'), ...query.conditions], ' and ')}
        order by ${query.order}
        limit ${query.limit}) chosen
      offset 0) page`
  const rows = await tx.rows<[doc: string | null]>(statement, {
    ...query.read,
    rowMode: 'array',
  })
  return rows.map(([doc]) => doc)
}

/** `isComplete`: what was found is certain to be the page. */
export type Walked = { documents: BoundedDocuments; isComplete: boolean }

/**
 * The page of a search by walking: rows of the list are looked at one by one, in its order, until the page is full or
 * `window` rows were seen. The last row of the window comes along as a sign that there may be more behind it. Nothing above
 * the inner select could change the order.
 */
export async function walkPage(
  tx: Tx,
  query: PageQuery & { match: Sql; window: number },
): Promise<Walked> {
  const statement = sql`
    select case when page.found and ${fitsWithin(sql`page.bytes`, query.maxBytes)} then page.doc::text end,
      page.found, page.place
    from (
      select walk.doc, ${sentBytes(sql`walk.doc`)} as bytes, walk.found, walk.place
      from (
        select t.doc, ${query.match} as found, row_number() over (order by ${query.order}) as place
        from tasks t
        where ${join([tx.mine('t'), ...query.conditions], ' and ')}
        order by ${query.order}
        limit ${query.window}) walk
      where walk.found or walk.place = ${query.window}
      limit ${query.limit}) page`
  const rows = await tx.rows<[doc: string | null, found: boolean, place: number]>(statement, {
    usesCustomPlan: true,
    isExpensive: true,
    rowMode: 'array',
  })
  const documents = rows.filter(([, isFound]) => isFound).map(([doc]) => doc)
  const isCutShort = rows.at(-1)?.[2] === query.window
  return { documents, isComplete: documents.length === query.limit || !isCutShort }
}

/** The page of a search from the IDs of the index, unless it has more than `most` of them. */
export async function pageOfFound(
  tx: Tx,
  query: PageQuery & { ids: Sql; task: Sql; most: number },
): Promise<BoundedDocuments | undefined> {
  const statement = sql`
    with found as materialized (select id from ${query.ids} ids limit ${query.most + 1})
    select page.doc, page.is_task, whole.examined
    from (select count(*)::int as examined from found) whole
    left join lateral (
      select case when ${fitsWithin(sql`sized.bytes`, query.maxBytes)} then sized.doc::text end as doc,
        true as is_task
      from (
        select chosen.doc, ${sentBytes(sql`chosen.doc`)} as bytes
        from (
          select t.doc from found cross join ${query.task}
          where ${join([sql`whole.examined <= ${query.most}`, ...query.conditions], ' and ')}
          order by ${query.order}
          limit ${query.limit}) chosen
        offset 0) sized
      offset 0) page on true`
  type Row = [doc: string | null, isTask: boolean | null, examined: number]
  const rows = await tx.rows<Row>(statement, {
    usesCustomPlan: true,
    isExpensive: true,
    rowMode: 'array',
  })
  if ((rows[0]?.[2] ?? 0) > query.most) return undefined
  return rows.filter(([, isTask]) => isTask).map(([doc]) => doc)
}

/** How many tasks the tenant has had. */
export async function countNumbers(tx: Tx): Promise<number> {
  const row = await tx.row<{ last_number: number }>(sql`
    select last_number from task_counters where ${tx.mine()}`)
  return row?.last_number ?? 0
}

/** Whether the tenant has an event that a reader with this horizon cannot have seen. */
export async function hasChangedSince(
  tx: Tx,
  seen: { horizon: string; since: Date },
): Promise<boolean> {
  const row = await tx.row<{ changed: boolean }>(sql`
    select exists (
      select from events
      where ${tx.mine()} and xid >= ${seen.horizon}::xid8 and occurred_at >= ${seen.since}) as changed`)
  return row?.changed ?? true
}

export async function findIdByNumber(tx: Tx, number: number): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    select t.id from tasks t where ${tx.mine('t')} and t.number = ${number}`)
  return row?.id
}
