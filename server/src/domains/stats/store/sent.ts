// SQL of what was sent to webhooks, all of them together.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { firstUuidAt } from '#lib/uuid.ts'

export type SentCounts = {
  total: number
  delivered: number
  failed: number
  given_up: number
  pending: number
  first_at: Date | null
  first_failure_at: Date | null
  failing_webhooks: string[] | null
}

const nothing: SentCounts = {
  total: 0,
  delivered: 0,
  failed: 0,
  given_up: 0,
  pending: 0,
  first_at: null,
  first_failure_at: null,
  failing_webhooks: null,
}

/** The newest `most`, so that the cost is bounded. */
export async function countSent(
  tx: Tx,
  since: Date,
  limits: { most: number; ids: number },
): Promise<SentCounts> {
  const [row] = await tx.rows<SentCounts>(
    sql`
    select count(*)::int as total,
      count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status in ('failed', 'canceled'))::int as failed,
      count(*) filter (where status = 'failed')::int as given_up,
      count(*) filter (where status in ('pending', 'waiting'))::int as pending,
      min(created_at) as first_at,
      min(attempted_at) filter (where status = 'failed') as first_failure_at,
      (array_agg(distinct webhook_id) filter (where status = 'failed'))[1:${limits.ids}] as failing_webhooks
    from (
      select d.status, d.created_at, d.attempted_at, d.webhook_id from deliveries d
      where ${tx.mine('d')} and d.id >= ${firstUuidAt(since)} and d.created_at >= ${since}
      order by d.id desc limit ${limits.most}) as newest`,
    { usesCustomPlan: true, isExpensive: true },
  )
  return row ?? nothing
}

/** Only among the newest: a search of all deliveries would take too long. */
export async function hasDelivered(tx: Tx, most: number): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(
    sql`
    select exists (
      select from (
        select d.status from deliveries d where ${tx.mine('d')} order by d.id desc limit ${most}) as newest
      where status = 'delivered') as found`,
    { usesCustomPlan: true, isExpensive: true },
  )
  return row?.found ?? false
}
