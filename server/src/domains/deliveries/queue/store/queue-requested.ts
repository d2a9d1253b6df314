// Deliveries created by a request: a test, a resend, the next of its task. Tenants take turns, so one that requests thousands
// does not delay the others.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { BatchSize } from '#domains/deliveries/batch-size.ts'
import { type DueAttempt, packJobs } from '../delivery-job.ts'
import { type DeliveryQueue, eventBytes } from './note-deliveries.ts'

const FIRST_TENANT = '00000000-0000-0000-0000-000000000000'

/** How many requested deliveries are queued at once, and after which tenant the next batch begins. */
export class RequestTurn {
  readonly size: BatchSize
  after = FIRST_TENANT

  constructor(size = new BatchSize()) {
    this.size = size
  }
}

type Requested = DueAttempt & { bytes: number }

/** Each tenant of a batch gets an equal share of it. */
export async function queueRequested(
  tx: FeedTx,
  queue: DeliveryQueue,
  turn = new RequestTurn(),
): Promise<{ count: number; isFull: boolean }> {
  const limit = turn.size.rows
  const isFromStart = turn.after === FIRST_TENANT
  const tenants = await listRequesting(tx, turn.after, limit)
  const isToEnd = tenants.length < limit
  turn.after = isToEnd ? FIRST_TENANT : (tenants.at(-1) ?? FIRST_TENANT)
  if (tenants.length === 0) return { count: 0, isFull: !isFromStart }
  const share = Math.floor(limit / tenants.length)
  const rows = await takeShares(tx, tenants, share)
  await queue.add(tx, packJobs(rows))
  turn.size.note(
    rows.length,
    rows.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const isFull = !(isFromStart && isToEnd) || hasFullShare(rows, share)
  return { count: rows.length, isFull }
}

/**
 * The next tenants in the order of their IDs. Skips from tenant to tenant by the index: reads one row of each, however many
 * deliveries it requested, and none beyond `limit`.
 */
async function listRequesting(tx: FeedTx, after: string, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ tenant_id: string }>(sql`
    with recursive requesting as (
      (select tenant_id from deliveries
        where queued_at is null and status = 'pending' and tenant_id > ${after}
        order by tenant_id, id limit 1)
      union all
      select (
        select next.tenant_id from deliveries next
        where next.queued_at is null and next.status = 'pending' and next.tenant_id > requesting.tenant_id
        order by next.tenant_id, next.id limit 1)
      from requesting where requesting.tenant_id is not null)
    select tenant_id from requesting where tenant_id is not null limit ${limit}`)
  return rows.map((row) => row.tenant_id)
}

function takeShares(tx: FeedTx, tenants: readonly string[], share: number): Promise<Requested[]> {
  return tx.rows<Requested>(sql`
    update deliveries d set queued_at = now()
    where (tenant_id, id, created_at) in (
      select requested.tenant_id, requested.id, requested.created_at
      from unnest(${tenants}::uuid[]) as requesting (tenant_id), lateral (
        select tenant_id, id, created_at from deliveries
        where queued_at is null and status = 'pending' and deliveries.tenant_id = requesting.tenant_id
        order by tenant_id, id
        limit ${share}
        for update skip locked) as requested)
    returning tenant_id, webhook_id, id as delivery_id, round, tries + 1 as try, ${eventBytes} as bytes`)
}

/** A tenant that used its whole share has probably requested more. */
function hasFullShare(rows: readonly Requested[], share: number): boolean {
  const counts = Map.groupBy(rows, (row) => row.tenant_id)
  return [...counts.values()].some((ofTenant) => ofTenant.length >= share)
}
