// Row count and checksum of a table, computed by PostgreSQL: the same in every version and whatever the order of the rows.
import { createHash } from 'node:crypto'

export type TableFingerprint = { table: string; rows: number; digest: string }

/** `columns`: what is hashed of the row `entry`, as SQL. */
export type SumSource = { name: string; columns: string }

/** Sums of the halves of every row's hash: they do not depend on the order in which rows are met. */
export type Sum = { name: string; rows: number | string; low: string; high: string }
export type Total = { rows: number; low: bigint; high: bigint }

/** A row is hashed as text, so everything that decides how values are written is fixed; nothing here is in a hurry. */
export const SNAPSHOT = `begin isolation level repeatable read read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** sha256, unlike the hashes of indexes, is the same in every version of PostgreSQL and on every machine. */
export function sumOf(sources: readonly SumSource[]): string {
  return sources
    .map(
      ({ name, columns }) => `
        select '${name}' as name, count(*) as rows, ${sumOfHalf(1)} as low, ${sumOfHalf(17)} as high
        from (select encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex') as hash
              from public."${name}" as entry) as hashed`,
    )
    .join(' union all ')
}

function sumOfHalf(start: 1 | 17): string {
  return `coalesce(sum(('x' || substr(hash, ${start}, 16))::bit(64)::bigint), 0)::text`
}

export const emptyTotal = (): Total => ({ rows: 0, low: 0n, high: 0n })

export function addTo(total: Total, sum: Omit<Sum, 'name'>): void {
  total.rows += Number(sum.rows)
  total.low += BigInt(sum.low)
  total.high += BigInt(sum.high)
}

export function toFingerprint(table: string, { rows, low, high }: Total): TableFingerprint {
  return { table, rows, digest: digestOf(`${rows} ${low} ${high}`) }
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/** The digest of all of them. */
export function digestTables(tables: readonly TableFingerprint[]): string {
  return digestOf(tables.map(({ table, digest }) => `${table} ${digest}`).join('\n'))
}
