// SQL that counts what was sent lately, by webhook and by the hour.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { firstUuidAt } from '#lib/uuid.ts'

export type HealthRow = {
  webhook_id: string
  /** Counts from 1 in the hours that were asked for; null for all of them together. */
  hour: number | null
  delivered: number
  failed: number
  pending: number
  /** Median and 95th percentile. */
  latency: [number, number] | null
  last_success_at: Date | null
  last_failure_at: Date | null
  first_at: Date | null
}

/** Of each webhook no more than the newest `most` deliveries, so that the cost is bounded. */
export function countByHour(
  tx: Tx,
  webhookIds: readonly string[],
  hours: readonly Date[],
  most: number,
): Promise<HealthRow[]> {
  const since = hours[0] ?? new Date()
  return tx.rows<HealthRow>(
    sql`
    select webhook.id as webhook_id, counted.*
    from unnest(${webhookIds}::uuid[]) as webhook (id), lateral (
      select hour,
        count(*) filter (where status = 'delivered')::int as delivered,
        count(*) filter (where status in ('failed', 'canceled'))::int as failed,
        count(*) filter (where status in ('pending', 'waiting'))::int as pending,
        percentile_disc(array[0.5, 0.95]) within group (order by duration_ms) filter (where status_code is not null)
          as latency,
        max(attempted_at) filter (where status = 'delivered') as last_success_at,
        max(attempted_at) filter (where error is not null) as last_failure_at,
        min(created_at) as first_at
      from (
        select d.status, d.duration_ms, d.status_code, d.attempted_at, d.error, d.created_at,
          width_bucket(d.created_at, ${hours}::timestamptz[]) as hour
        from deliveries d
        where ${tx.mine('d')} and d.webhook_id = webhook.id and d.id >= ${firstUuidAt(since)} and d.created_at >= ${since}
        order by d.id desc
        limit ${most}) as newest
      group by grouping sets ((hour), ())) as counted`,
    { usesCustomPlan: true, isExpensive: true },
  )
}
