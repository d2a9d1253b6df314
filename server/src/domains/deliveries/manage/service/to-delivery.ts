// A delivery as clients see it.
import type { Delivery, DeliveryAttempt } from '@task-service/contract'
import { encodeId } from '#lib/ids.ts'
import type { AttemptRow, DeliveryRow } from '../store/delivery-log.ts'

type ErrorWord = Delivery['error']

export function toDelivery(row: DeliveryRow): Delivery {
  // Waiting for an earlier event of the same task is a kind of pending.
  const status = row.status === 'waiting' ? 'pending' : row.status
  return {
    id: encodeId('delivery', row.id),
    webhook_id: encodeId('webhook', row.webhook_id),
    event_id: encodeId('event', row.event_id),
    event_type: row.event_type,
    event_at: row.event_at.toISOString(),
    task_number: row.task_number,
    status,
    attempt_count: row.attempts,
    round: row.round,
    attempted_at: row.attempted_at?.toISOString() ?? null,
    next_attempt_at: (status === 'pending' && row.next_attempt_at?.toISOString()) || null,
    duration_ms: row.duration_ms,
    status_code: row.status_code,
    error: row.error as ErrorWord, // one of the fixed words
    created_at: row.created_at.toISOString(),
  }
}

/** Failed attempts have their own rows; a successful one is stored with the delivery itself. */
export function toAttempts(row: DeliveryRow, failed: readonly AttemptRow[]): DeliveryAttempt[] {
  const attempts = failed.map((attempt) => ({
    number: attempt.number,
    at: attempt.at.toISOString(),
    duration_ms: attempt.duration_ms,
    status_code: attempt.status_code,
    error: attempt.error as ErrorWord, // one of the fixed words
    response: attempt.response,
  }))
  if (!row.attempted_at || (row.error !== null && failed.length > 0)) return attempts
  const last = {
    number: row.attempts,
    at: row.attempted_at.toISOString(),
    duration_ms: row.duration_ms,
    status_code: row.status_code,
    error: row.error as ErrorWord, // one of the fixed words
    response: row.response,
  }
  return [...attempts, last]
}
