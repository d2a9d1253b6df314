// Stores what came of attempts and decides what follows: another attempt, the next event of the same task, or a webhook
// that is marked as failing.
import type { WorkContext } from '#db/context.ts'
import { type Health, trackHealth } from '#domains/webhooks/index.ts'
import { attemptJob, type DeliveryJob } from '#events/delivery-job.ts'
import { lockOrder } from '#events/delivery-order.ts'
import type { NewJob } from '#jobs/queue.ts'
import { retryDelayMs } from '../schedule.ts'
import { type Attempt, recordAttempts, releaseNext } from '../store/consignments.ts'
import type { Parcel, Receipt } from './parcel.ts'

export type Sent = { parcel: Parcel; receipt: Receipt }

export async function recordDeliveries(
  ctx: WorkContext,
  schedule: readonly number[],
  sent: readonly Sent[],
): Promise<(NewJob<DeliveryJob> | undefined)[]> {
  const attempts = sent.map((one) => toAttempt(one, schedule))
  const recorded = await recordAttempts(ctx.tx, attempts)
  const isRecorded = ({ parcel }: Sent) => recorded.has(parcel.due.delivery_id)
  await letNextOnesGo(
    ctx,
    sent.filter((one, index) => isRecorded(one) && attempts[index]?.status !== 'pending'),
  )
  for (const health of summarizeHealth(sent.filter(isRecorded))) await trackHealth(ctx, health)
  return sent.map((one, index) => {
    const { due } = one.parcel
    const next = recorded.get(due.delivery_id)
    // A deferred attempt is queued by the dispatcher when it is due.
    if (attempts[index]?.status !== 'pending' || !next || next.is_deferred) return undefined
    return attemptJob({ ...due, try: due.try + 1 }, next.next_attempt_at)
  })
}

function toAttempt({ parcel, receipt }: Sent, schedule: readonly number[]): Attempt {
  const { due } = parcel
  const { verdict } = receipt
  const delayMs = verdict.isFinal
    ? null
    : retryDelayMs({ schedule, tries: due.try, retryAfterMs: verdict.retryAfterMs })
  const isCanceled = verdict.error === 'webhook_disabled'
  const ended = verdict.error === null ? 'delivered' : isCanceled ? 'canceled' : 'failed'
  return {
    delivery_id: due.delivery_id,
    round: due.round,
    try: due.try,
    status: delayMs === null ? ended : 'pending',
    retry_delay_ms: delayMs,
    attempted_at: receipt.at,
    duration_ms: receipt.durationMs,
    status_code: verdict.statusCode,
    error: verdict.error,
    response: verdict.response,
  }
}

async function letNextOnesGo(ctx: WorkContext, ended: readonly Sent[]): Promise<void> {
  const turns = ended
    .filter(({ parcel }) => parcel.webhook.isOrdered)
    .map(({ parcel }) => ({ webhookId: parcel.webhook.id, subjectId: parcel.subjectId }))
  if (turns.length === 0) return
  await lockOrder(
    ctx.tx,
    turns.map(({ webhookId }) => webhookId),
  )
  await releaseNext(ctx.tx, turns)
}

/** One line for each webhook whose state may change; most deliveries change nothing. */
function summarizeHealth(sent: readonly Sent[]): Health[] {
  const byWebhook = Map.groupBy(sent, ({ parcel }) => parcel.webhook.id)
  return [...byWebhook].flatMap(([webhookId, ones]): Health[] => {
    const errors = ones.map(({ receipt }) => receipt.verdict.error)
    const failures = errors.filter((error) => error !== null && error !== 'webhook_disabled')
    if (failures.includes('gone')) return [{ webhookId, state: 'gone' }]
    if (errors.includes(null)) {
      const wasFailing = ones.some(({ parcel }) => parcel.webhook.failingSince !== null)
      return wasFailing ? [{ webhookId, state: 'working' }] : []
    }
    return failures.length > 0 ? [{ webhookId, state: 'failing' }] : []
  })
}
