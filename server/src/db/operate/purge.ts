// Deletes what retention says is over, for all tenants in one statement, a bounded number of rows at a time.
import type { Reader } from '#db/reader.ts'
import { empty, join, raw, type Sql, sql } from '#db/sql.ts'
import type { Period, Purge, RetentionRule } from './retention-rules.ts'

export type RetentionPeriods = {
  eventMs: number | null
  deliveryMs: number | null
  auditMs: number | null
}

const DAY_MS = 86_400_000

/** Null keeps for ever. */
export function keptMs(period: Period, periods: RetentionPeriods): number | null {
  if (typeof period === 'object') return period.days * DAY_MS
  if (period === 'expiry') return 0
  return periods[`${period}Ms`]
}

/** How many; fewer than `limit` when none is left. */
export type PurgeStep = (retention: Reader, limit: number) => Promise<number>

/** Nothing for a table whose rows end with something else, or are kept for ever. */
export function planPurge(rule: RetentionRule, periods: RetentionPeriods): PurgeStep | undefined {
  const purge = rule.rows ?? rule.weeks
  const ms = purge ? keptMs(purge.period, periods) : null
  if (!purge || ms === null) return undefined
  const table = raw(rule.weeks ? `${rule.table}_default` : rule.table)
  return (retention, limit) => deleteOld(retention, { table, purge, ms, limit })
}

async function deleteOld(
  retention: Reader,
  { table, purge, ms, limit }: { table: Sql; purge: Purge; ms: number; limit: number },
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
        limit ${limit})
      returning 1)
    select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}
