// Stores the results of attempts and decides what follows: another attempt, the next event of the same task, or a webhook
// that is marked as failing.
import type { WorkContext } from '#db/context.ts'
import { attemptJob, type DeliveryJob, lockOrder } from '#domains/deliveries/queue/index.ts'
import { type Health, trackHealth } from '#domains/webhooks/index.ts'
import type { NewJob } from '#jobs/queue.ts'
import { retryDelayMs } from '../schedule.ts'
import { type AttemptRow, recordAttempts, releaseNext } from '../store.ts'
import type { AttemptResult, DeliveryAttempt } from './delivery-attempt.ts'

export type FinishedAttempt = { attempt: DeliveryAttempt; result: AttemptResult }

export async function recordDeliveries(
  ctx: WorkContext,
  schedule: readonly number[],
  finished: readonly FinishedAttempt[],
): Promise<(NewJob<DeliveryJob> | undefined)[]> {
  const rows = finished.map((one) => toRow(one, schedule))
  const recorded = await recordAttempts(ctx.tx, rows)
  const isRecorded = ({ attempt }: FinishedAttempt) => recorded.has(attempt.due.delivery_id)
  await releaseOrdered(
    ctx,
    finished.filter((one, index) => isRecorded(one) && rows[index]?.status !== 'pending'),
  )
  for (const health of summarizeHealth(finished.filter(isRecorded))) await trackHealth(ctx, health)
  return finished.map((one, index) => {
    const { due } = one.attempt
    const next = recorded.get(due.delivery_id)
    // A deferred attempt is queued by the dispatcher when it is due.
    if (rows[index]?.status !== 'pending' || !next || next.is_deferred) return undefined
    return attemptJob({ ...due, try: due.try + 1 }, next.next_attempt_at)
  })
}

function toRow({ attempt, result }: FinishedAttempt, schedule: readonly number[]): AttemptRow {
  const { due } = attempt
  const { verdict } = result
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
    attempted_at: result.at,
    duration_ms: result.durationMs,
    status_code: verdict.statusCode,
    error: verdict.error,
    response: verdict.response,
  }
}

async function releaseOrdered(ctx: WorkContext, ended: readonly FinishedAttempt[]): Promise<void> {
  const turns = ended
    .filter(({ attempt }) => attempt.webhook.isOrdered)
    .map(({ attempt }) => ({ webhookId: attempt.webhook.id, subjectId: attempt.subjectId }))
  if (turns.length === 0) return
  await lockOrder(
    ctx.tx,
    turns.map(({ webhookId }) => webhookId),
  )
  await releaseNext(ctx.tx, turns)
}

/** One line for each webhook whose state may change; most deliveries change nothing. */
function summarizeHealth(finished: readonly FinishedAttempt[]): Health[] {
  const byWebhook = Map.groupBy(finished, ({ attempt }) => attempt.webhook.id)
  return [...byWebhook].flatMap(([webhookId, ones]): Health[] => {
    const errors = ones.map(({ result }) => result.verdict.error)
    const failures = errors.filter((error) => error !== null && error !== 'webhook_disabled')
    if (failures.includes('gone')) return [{ webhookId, state: 'gone' }]
    if (errors.includes(null)) {
      const wasFailing = ones.some(({ attempt }) => attempt.webhook.failingSince !== null)
      return wasFailing ? [{ webhookId, state: 'working' }] : []
    }
    return failures.length > 0 ? [{ webhookId, state: 'failing' }] : []
  })
}
