// SQL that sends deliveries again: one, some, those of a time range, or those that are scheduled. Each starts a new round, and
// the dispatcher creates the jobs.
import { empty, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { timeOfUuid } from '#lib/uuid.ts'
import type { DeliveryRow } from './delivery-log.ts'

/** A new round: the retry schedule restarts, and jobs of earlier rounds have nothing left to do. */
const newRound = sql`queued_at = null, next_attempt_at = null, is_deferred = false, round = d.round + 1, tries = 0`

export async function restartDelivery(
  tx: Tx,
  { id }: DeliveryRow,
  status: 'pending' | 'waiting',
): Promise<void> {
  await tx.rows(sql`
    update deliveries d set status = ${status}, ${newRound}
    where ${tx.mine('d')} and d.id = ${id} and d.created_at = ${timeOfUuid(id)}`)
}

export type ResentDelivery = Pick<DeliveryRow, 'id' | 'webhook_id' | 'subject_id'>

/** The lists of IDs and times select by the primary key. Locks are taken in the order of the IDs. */
export function listForResend(
  tx: Tx,
  ids: readonly string[],
  options: { lock?: boolean } = {},
): Promise<ResentDelivery[]> {
  return tx.rows<ResentDelivery>(sql`
    select d.id, d.webhook_id, d.subject_id from deliveries d
    where ${tx.mine('d')} and d.id = any(${ids}::uuid[]) and d.created_at = any(${ids.map(timeOfUuid)}::timestamptz[])
    order by d.id
    ${options.lock ? sql`for update` : empty}`)
}

export async function restartDeliveries(
  tx: Tx,
  deliveries: readonly ResentDelivery[],
  status: 'pending' | 'waiting',
): Promise<void> {
  if (deliveries.length === 0) return
  const ids = deliveries.map(({ id }) => id)
  await tx.rows(sql`
    update deliveries d set status = ${status}, ${newRound}
    where ${tx.mine('d')} and d.id = any(${ids}::uuid[]) and d.created_at = any(${ids.map(timeOfUuid)}::timestamptz[])`)
}

/** Those that wait for an earlier one of their task count too. */
export async function countPending(tx: Tx, webhookId: string, limit: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count
    from (
      select from deliveries d
      where ${tx.mine('d')} and d.webhook_id = ${webhookId} and d.status in ('pending', 'waiting')
      limit ${limit}) as found`)
  return row?.count ?? 0
}

/** Of the oldest `limit` that are pending, those whose next attempt is scheduled for later. */
export async function restartScheduled(tx: Tx, webhookId: string, limit: number): Promise<void> {
  await tx.rows(sql`
    update deliveries d set ${newRound}
    from (
      select d.id, d.created_at, d.next_attempt_at from deliveries d
      where ${tx.mine('d')} and d.webhook_id = ${webhookId} and d.status = 'pending'
      order by d.id limit ${limit} for update) as chosen
    where ${tx.mine('d')} and d.id = chosen.id and d.created_at = chosen.created_at and chosen.next_attempt_at > now()`)
}

export type EventRange = { since: Date; until: Date }

/** A delivery is noted after its event happened, but perhaps by a process with another clock. */
const CLOCK_SLACK = sql`interval '1 day'`

function unsent(tx: Tx, webhookId: string, { since, until }: EventRange): Sql {
  return sql`${tx.mine('d')} and d.webhook_id = ${webhookId} and d.status in ('failed', 'canceled')
    and d.event_at >= ${since} and d.event_at < ${until} and d.created_at >= ${since}::timestamptz - ${CLOCK_SLACK}`
}

export async function countUnsent(
  tx: Tx,
  webhookId: string,
  range: EventRange,
  limit: number,
): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count
    from (select from deliveries d where ${unsent(tx, webhookId, range)} limit ${limit}) as found`)
  return row?.count ?? 0
}

/** Oldest first. Gives the lines that they wait in. */
export function restartUnsent(
  tx: Tx,
  webhookId: string,
  range: EventRange,
  status: 'pending' | 'waiting',
  limit: number,
): Promise<{ subject_id: string }[]> {
  return tx.rows(sql`
    update deliveries d set status = ${status}, ${newRound}
    from (
      select d.id, d.created_at from deliveries d where ${unsent(tx, webhookId, range)}
      order by d.id limit ${limit} for update) as chosen
    where ${tx.mine('d')} and d.id = chosen.id and d.created_at = chosen.created_at
    returning d.subject_id`)
}
