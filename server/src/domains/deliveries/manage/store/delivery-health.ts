// SQL that counts what was sent lately, by webhook and by the hour.
import { empty, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { firstUuidAt } from '#lib/uuid.ts'

export type HealthRow = {
  webhook_id: string
  /** Counts from 1 in the hours that were asked for; null for all of them together. */
  hour: number | null
  delivered: number
  failed: number
  pending: number
  attempted: number
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
        -- Canceled before it was sent is no attempt.
        count(*) filter (where attempted_at is not null and error is distinct from 'webhook_disabled')::int as attempted,
        percentile_disc(array[0.5, 0.95]) within group (order by duration_ms) filter (where status = 'delivered')
          as latency,
        max(attempted_at) filter (where status = 'delivered') as last_success_at,
        max(attempted_at) filter (where error is not null) as last_failure_at,
        min(created_at) as first_at
      from (
        select d.status, d.duration_ms, d.attempted_at, d.error, d.created_at,
          width_bucket(d.created_at, ${hours}::timestamptz[]) as hour
        from deliveries d
        where ${tx.mine('d')} and d.webhook_id = webhook.id and d.id >= ${firstUuidAt(since)} and d.created_at >= ${since}
        order by d.id desc
        limit ${most}) as newest
      group by grouping sets ((hour), ())) as counted`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

export type LatencyRow = {
  /** Counts from 1 in the hours that were asked for. */
  hour: number
  latency: [number, number]
}

/** By the time of the attempt: how quick a receiver was then. Of no more than the newest `most` deliveries. */
export function listLatencies(
  tx: Tx,
  webhookId: string,
  hours: readonly Date[],
  most: number,
): Promise<LatencyRow[]> {
  const since = hours[0] ?? new Date()
  return tx.rows<LatencyRow>(
    sql`
    select width_bucket(attempted_at, ${hours}::timestamptz[]) as hour,
      percentile_disc(array[0.5, 0.95]) within group (order by duration_ms) as latency
    from (
      select d.status, d.duration_ms, d.attempted_at from deliveries d
      where ${tx.mine('d')} and d.webhook_id = ${webhookId} and d.id >= ${firstUuidAt(since)} and d.created_at >= ${since}
      order by d.id desc
      limit ${most}) as newest
    where status = 'delivered' and duration_ms is not null
    group by hour`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

/** Deliveries among which the latest attempt is looked for, of each kind. */
const NEWEST = 1_000
/** Of those that wait; the oldest have been attempted first. */
const OLDEST_PENDING = 10_000

/**
 * The delivery with the latest attempt. While a receiver works that is one of the newest; while it fails, one of the oldest
 * that are pending, which may be older than a day, or one that failed for good.
 */
export async function findLatestAttempted(tx: Tx, webhookId: string): Promise<string | undefined> {
  const ofWebhook = sql`${tx.mine('d')} and d.webhook_id = ${webhookId}`
  const newest = (status: Sql): Sql => sql`
    (select d.id, d.attempted_at from deliveries d where ${ofWebhook} ${status} order by d.id desc limit ${NEWEST})`
  const [row] = await tx.rows<{ id: string }>(
    sql`
    select id from (
      ${newest(empty)} union all
      ${newest(sql`and d.status = 'failed'`)} union all
      ${newest(sql`and d.status = 'canceled'`)} union all
      (select d.id, d.attempted_at from deliveries d where ${ofWebhook} and d.status = 'pending'
        order by d.id limit ${OLDEST_PENDING})
    ) as candidates
    where attempted_at is not null
    order by attempted_at desc, id desc
    limit 1`,
    { usesCustomPlan: true },
  )
  return row?.id
}

/** When the first of the pending deliveries is due; undefined when none is pending. What is in the queue is due now. */
export async function findNextDue(tx: Tx, webhookId: string): Promise<Date | undefined> {
  const [row] = await tx.rows<{ due_at: Date | null }>(
    sql`
    select min(coalesce(next_attempt_at, now())) as due_at
    from (
      select d.next_attempt_at from deliveries d
      where ${tx.mine('d')} and d.webhook_id = ${webhookId} and d.status = 'pending'
      order by d.id
      limit ${OLDEST_PENDING}) as oldest`,
    { usesCustomPlan: true },
  )
  return row?.due_at ?? undefined
}
