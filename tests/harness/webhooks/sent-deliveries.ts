// What a worker and the dispatcher would have done, written by the superuser: for tests of the API, where neither runs.
import { encodeId } from '../../../server/src/lib/ids.ts'
import { timeOfUuid, uuidv7 } from '../../../server/src/lib/uuid.ts'
import { uuidOf } from '../history.ts'
import { inspect } from '../test-api.ts'

export type Outcome = {
  status: 'waiting' | 'pending' | 'delivered' | 'failed' | 'canceled'
  attempts?: number
  statusCode?: number | null
  error?: string | null
  response?: string | null
  nextAttemptAt?: Date | null
}

/** The dispatcher has read everything up to now. */
export async function passAllEvents(): Promise<void> {
  await inspect('update dispatch_progress set done = pg_current_snapshot(), target = null')
}

/** As if the dispatcher had noted the latest event of the tenant for this webhook; gives the id of the delivery. */
export async function noteLatest(
  tenantId: string,
  webhookId: string,
  outcome: Outcome = { status: 'pending' },
): Promise<string> {
  const id = uuidv7()
  await inspect(
    `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
       queued_at, created_at)
     select tenant_id, $2, $3, xid, id, type, occurred_at, subject_id, 'pending', now(), $4
     from events where tenant_id = $1 order by xid desc, id desc limit 1`,
    [tenantId, id, uuidOf(webhookId), timeOfUuid(id)],
  )
  const delivery = encodeId('delivery', id)
  await finish(delivery, outcome)
  return delivery
}

/** Sets the result of the latest attempt; those before it failed with a timeout. */
export async function finish(delivery: string, outcome: Outcome): Promise<void> {
  const { status, attempts = 0, error = null, statusCode = null, response = null } = outcome
  const id = uuidOf(delivery)
  await inspect(
    `update deliveries set status = $2, attempts = $3, tries = $3, error = $4, status_code = $5, response = $6,
       next_attempt_at = $7, queued_at = now(), attempted_at = case when $3 > 0 then now() end,
       duration_ms = case when $3 > 0 then 12 end
     where id = $1`,
    [id, status, attempts, error, statusCode, response, outcome.nextAttemptAt ?? null],
  )
  for (let number = 1; number <= attempts; number++) {
    const isLast = number === attempts
    if (isLast && error === null) continue
    await inspect(
      `insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code, error, response)
       select tenant_id, id, $2, now(), 12, $3, $4, $5 from deliveries where id = $1`,
      [
        id,
        number,
        isLast ? statusCode : null,
        isLast ? error : 'timeout',
        isLast ? response : null,
      ],
    )
  }
}

export type StoredDelivery = {
  status: string
  is_asked_for: boolean
  round: number
  tries: number
  attempts: number
  subject_id: string
  event_id: string
}

/** Oldest first, as the dispatcher sees them. */
export function deliveriesOf(webhookId: string): Promise<StoredDelivery[]> {
  return inspect<StoredDelivery>(
    `select status, queued_at is null and status = 'pending' as is_asked_for, round, tries, attempts, subject_id, event_id
     from deliveries where webhook_id = $1 order by id`,
    [uuidOf(webhookId)],
  )
}
