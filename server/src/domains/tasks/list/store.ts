// SQL of task lists: one statement per function, each inside the transaction it is given.
import { fitsWithin, join, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { ReadOptions, Tx } from '#db/tenant-tx.ts'

/** Documents up to the byte budget; null stands for each one behind it. */
export type BoundedDocuments = (string | null)[]

type PageQuery = { conditions: readonly Sql[]; order: Sql; limit: number; maxBytes: number }

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

/**
 * The page of a search by walking: rows of the list are looked at one by one, in its order, until the page is full or
 * `window` rows were seen. Gives nothing unless what it found is certain to be the page. The last row of the window
 * comes along as a sign that there may be more behind it. Nothing above the inner select could change the order.
 */
export async function searchNearby(
  tx: Tx,
  query: PageQuery & { words: string; window: number },
): Promise<BoundedDocuments | undefined> {
  const statement = sql`
    select case when page.found and ${fitsWithin(sql`page.bytes`, query.maxBytes)} then page.doc::text end,
      page.found, page.place
    from (
      select walk.doc, ${sentBytes(sql`walk.doc`)} as bytes, walk.found, walk.place
      from (
        select t.doc, t.search @@ websearch_to_tsquery('simple', ${query.words}) as found,
          row_number() over (order by ${query.order}) as place
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
  const found = rows.filter(([, isFound]) => isFound).map(([doc]) => doc)
  const isCutShort = rows.at(-1)?.[2] === query.window
  return found.length === query.limit || !isCutShort ? found : undefined
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
