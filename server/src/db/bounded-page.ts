// Pages of rows that may be large: a page ends at its byte budget, and PostgreSQL sends at most one row more.
import { fitsWithin, join, type Sql, sentBytes, sql } from './sql.ts'
import type { Tx } from './tenant-tx.ts'

/** Rows up to the byte budget, at least one, and whether there are more. */
export type Bounded<Row> = { rows: Row[]; isCut: boolean }

/** Which page of a list, newest first. */
export type PagePlace = { before: string | undefined; limit: number; maxBytes: number }

export async function readBounded<Row extends object>(
  tx: Tx,
  query: { page: Sql; largeColumns: readonly Sql[]; maxBytes: number; usesCustomPlan?: boolean },
): Promise<Bounded<Row>> {
  const sizes = query.largeColumns.map((column) => sql`coalesce(${sentBytes(column)}, 0)`)
  const found = await tx.rows<Row & { within: boolean }>(
    sql`
    select page.*
    from (
      select page.*, lag(page.within, 1, true) over () as is_next
      from (
        select page.*, ${fitsWithin(sql`page.bytes`, query.maxBytes)} as within
        from (
          select page.*, ${join(sizes, ' + ')} as bytes
          from (${query.page}) page
          offset 0) page) page) page
    where page.within or page.is_next`,
    { usesCustomPlan: query.usesCustomPlan ?? false },
  )
  return cutRows(found)
}

export function cutRows<Row extends { within: boolean }>(rows: readonly Row[]): Bounded<Row> {
  const end = rows.findIndex(({ within }) => !within)
  return { rows: end === -1 ? [...rows] : rows.slice(0, end), isCut: end !== -1 }
}
