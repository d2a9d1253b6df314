// Attempts that wait outside of the queue: deferred until they are due, or held while their tenant is suspended. A held one is
// deferred without a time, so the search for due attempts does not read it.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { BatchSize } from '#domains/deliveries/batch-size.ts'
import { type DueAttempt, packJobs } from '../delivery-job.ts'
import { type DeliveryQueue, eventBytes } from './note-deliveries.ts'

/** Deferred attempts are queued a little early; a job starts at its time. */
const LEAD = sql`interval '5 seconds'`

/** Of a row of deliveries. Held attempts have no time. */
export const isAlmostDue = sql`is_deferred and next_attempt_at <= now() + ${LEAD}`

type QueuedDelivery = DueAttempt & { bytes: number; status: string; is_deferred: boolean }
type DeferredDelivery = QueuedDelivery & { due_at: Date; is_due: boolean }

/** For statements that name deliveries `d`. */
const isSuspended = sql`exists (select from tenants t where t.tenant_id = d.tenant_id and t.status <> 'active')`

/**
 * Attempts that were deferred and are due now, packed: the queue looks at every job of a receiver that is failing before it
 * finds those of others, so a backlog of single attempts would delay all tenants. They lose their time, by which a worker
 * knows that they are queued. Those of a suspended tenant are held instead, once each.
 */
export async function queueDeferred(
  tx: FeedTx,
  queue: DeliveryQueue,
  size = new BatchSize(),
): Promise<{ count: number; isFull: boolean }> {
  const limit = size.rows
  const rows = await tx.rows<DeferredDelivery>(sql`
    update deliveries d set is_deferred = d.status = 'pending' and ${isSuspended}, next_attempt_at = null
    from (
      select tenant_id, id, created_at, next_attempt_at as due_at from deliveries
      where ${isAlmostDue}
      order by next_attempt_at
      limit ${limit}
      for update skip locked) as found
    where (d.tenant_id, d.id, d.created_at) = (found.tenant_id, found.id, found.created_at)
    returning ${queuedColumns}, found.due_at, found.due_at <= now() as is_due`)
  const due = rows.filter(isQueued)
  const bySecond = Map.groupBy(due, startSecond)
  await queue.add(
    tx,
    [...bySecond].flatMap(([start, ones]) =>
      packJobs(ones.map(pickDue), start === null ? null : new Date(start)),
    ),
  )
  size.note(due.length, sumBytes(due))
  return { count: due.length, isFull: rows.length === limit }
}

/** Null for what is due; a job of attempts that are a moment away starts with the last of them. */
const startSecond = ({ is_due: isPast, due_at: at }: DeferredDelivery) =>
  isPast ? null : Math.ceil(at.getTime() / 1_000) * 1_000

/** How often held attempts are looked for. */
const LOOK_MS = 1_000

/** How many held attempts are queued at once, and when to look for them next. */
export class ResumePace {
  readonly size = new BatchSize()
  #nextLookMs = 0

  isDue(nowMs = performance.now()): boolean {
    if (nowMs < this.#nextLookMs) return false
    this.#nextLookMs = nowMs + LOOK_MS
    return true
  }
}

/**
 * Held attempts of tenants that are active again, each tenant its share of a batch. One batch per round, so that a large
 * backlog does not fill the queue at once.
 */
export async function queueResumed(
  tx: FeedTx,
  queue: DeliveryQueue,
  pace = new ResumePace(),
): Promise<number> {
  if (!pace.isDue()) return 0
  const limit = pace.size.rows
  const tenants = (await listResumed(tx)).slice(0, limit)
  if (tenants.length === 0) return 0
  const rows = await tx.rows<QueuedDelivery>(sql`
    update deliveries d set is_deferred = false
    where (tenant_id, id, created_at) in (
      select held.tenant_id, held.id, held.created_at
      from unnest(${tenants}::uuid[]) as resumed (tenant_id), lateral (
        select tenant_id, id, created_at from deliveries
        where is_deferred and next_attempt_at is null and deliveries.tenant_id = resumed.tenant_id
        order by next_attempt_at
        limit ${Math.floor(limit / tenants.length)}
        for update skip locked) as held)
    returning ${queuedColumns}`)
  const due = rows.filter(isQueued)
  await queue.add(tx, packJobs(due.map(pickDue)))
  pace.size.note(due.length, sumBytes(due))
  return due.length
}

/** Skips from tenant to tenant by the index: reads one row of each tenant with held attempts. */
async function listResumed(tx: FeedTx): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string }>(sql`
    with recursive d as (
      (select tenant_id from deliveries
        where is_deferred and next_attempt_at is null
        order by next_attempt_at, tenant_id limit 1)
      union all
      select (
        select next.tenant_id from deliveries next
        where next.is_deferred and next.next_attempt_at is null and next.tenant_id > d.tenant_id
        order by next.next_attempt_at, next.tenant_id limit 1)
      from d where d.tenant_id is not null)
    select tenant_id from d where tenant_id is not null and not ${isSuspended}
    order by random()`)
  return rows.map((row) => row.tenant_id)
}

/** Events of held attempts are not read. */
const queuedColumns = sql`d.tenant_id, d.webhook_id, d.id as delivery_id, d.round, d.tries + 1 as try, d.status,
  d.is_deferred, case when d.is_deferred then 0 else ${eventBytes} end as bytes`

const isQueued = ({ status, is_deferred: isHeld }: QueuedDelivery) =>
  status === 'pending' && !isHeld

const sumBytes = (rows: readonly QueuedDelivery[]) =>
  rows.reduce((sum, { bytes }) => sum + bytes, 0)

function pickDue(one: QueuedDelivery) {
  const { tenant_id, webhook_id, delivery_id, round, try: attempt, bytes } = one
  return { tenant_id, webhook_id, delivery_id, round, try: attempt, bytes }
}
