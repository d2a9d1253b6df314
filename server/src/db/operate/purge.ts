// Deletes expired rows, for all tenants in one statement, a bounded number of rows at a time.
import type { Reader } from '#db/reader.ts'
import { empty, join, raw, type Sql, sql } from '#db/sql.ts'
import { codeOf, LOCK_NOT_AVAILABLE } from '#lib/database-failure.ts'
import type { Period, Purge, RetentionRule } from './retention-rules.ts'

export type RetentionPeriods = {
  eventMs: number | null
  deliveryMs: number | null
  auditMs: number | null
}

const DAY_MS = 86_400_000

/** Null keeps rows forever. */
export function keptMs(period: Period, periods: RetentionPeriods): number | null {
  if (typeof period === 'object') return period.days * DAY_MS
  if (period === 'expiry') return 0
  return periods[`${period}Ms`]
}

/** The number of deleted rows; fewer than `limit` when none is left. More where a locked row made it run in parts. */
export type PurgeStep = (retention: Reader, limit: number) => Promise<number>

/** Undefined for a table whose rows are deleted with another object, or kept forever. */
export function planPurge(rule: RetentionRule, periods: RetentionPeriods): PurgeStep | undefined {
  const purge = rule.rows ?? rule.weeks
  const ms = purge ? keptMs(purge.period, periods) : null
  if (!purge || ms === null) return undefined
  const table = raw(rule.weeks ? `${rule.table}_default` : rule.table)
  return (retention, limit) =>
    deleteAroundLocks(retention, { table, purge, ms, limit, timeoutsLeft: MAX_LOCK_TIMEOUTS })
}

/** Per purge over all tenants. More locked rows mean a lock on the whole table, which fails the step. */
const MAX_LOCK_TIMEOUTS = 100

type Deletion = { table: Sql; purge: Purge; ms: number; limit: number; timeoutsLeft: number }

/**
 * A locked row fails the statement after the lock timeout, and the role may not lock rows, so it cannot skip them. The
 * tenants are then halved until the one with the locked row is alone: its rows wait for the next round, all others are deleted.
 */
async function deleteAroundLocks(
  retention: Reader,
  deletion: Deletion,
  tenants?: readonly string[],
): Promise<number> {
  try {
    return await deleteOld(retention, deletion, tenants)
  } catch (error) {
    deletion.timeoutsLeft--
    if (codeOf(error) !== LOCK_NOT_AVAILABLE || deletion.timeoutsLeft === 0) throw error
  }
  const all = tenants ?? (await listTenants(retention))
  if (all.length <= 1) return 0
  const middle = Math.ceil(all.length / 2)
  const first = await deleteAroundLocks(retention, deletion, all.slice(0, middle))
  return first + (await deleteAroundLocks(retention, deletion, all.slice(middle)))
}

async function listTenants(retention: Reader): Promise<string[]> {
  const rows = await retention.rows<{ tenant_id: string }>(sql`select tenant_id from tenants`)
  return rows.map((row) => row.tenant_id)
}

async function deleteOld(
  retention: Reader,
  { table, purge, ms, limit }: Deletion,
  tenants?: readonly string[],
): Promise<number> {
  const key = (alias: string) =>
    join(['tenant_id', ...purge.key].map((column) => raw(`${alias}${column}`)))
  const condition = purge.condition ? sql`and ${raw(purge.condition)}` : empty
  const [row] = await retention.rows<{ gone: number }>(sql`
    with gone as (
      delete from ${table} where (${key('')}) in (
        select ${key('old.')} from tenants t cross join lateral (
          select ${key('r.')} from ${table} r
          where r.tenant_id = t.tenant_id and r.${raw(purge.at)} <= now() - ${ms}::bigint * interval '1 ms' ${condition}
          limit ${limit}) as old
        ${tenants ? sql`where t.tenant_id = any(${tenants}::uuid[])` : empty}
        limit ${limit})
      returning 1)
    select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}
