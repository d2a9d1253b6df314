// Leases of rows: a holder has a row until a time, unless it renews it. Only the clock of the database counts, because the
// clocks of processes differ.
import { type Sql, sql } from './sql.ts'

/** The end of a lease that begins, or is renewed, now. */
export function leaseFor(milliseconds: number | Sql): Sql {
  return sql`clock_timestamp() + ${milliseconds}::double precision * interval '1 millisecond'`
}

/** False for null, which means that there is no lease. */
export function isLeaseOver(until: Sql): Sql {
  return sql`coalesce(${until} < clock_timestamp(), false)`
}
