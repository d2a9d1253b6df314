// How long events wait for their first attempt, as far as it depends on the service and not on the receiver.
import { createLruMap } from '#lib/lru-map.ts'
import type { AttemptResult, DeliveryAttempt } from './delivery-attempt.ts'

/** Webhooks whose last failure is remembered. */
const MAX_WEBHOOKS = 10_000

export type DeliveryDelays = {
  /** In milliseconds; undefined if the wait depends on the receiver. */
  measure: (attempt: DeliveryAttempt, result: AttemptResult) => number | undefined
}

/**
 * Retries wait for the receiver. So do first attempts while it is failing, of events that occurred before its last failure, and
 * behind other events of an ordered webhook.
 */
export function createDeliveryDelays(): DeliveryDelays {
  const failedAt = createLruMap<number>(MAX_WEBHOOKS)
  return {
    measure({ due, webhook, occurredAt, request }, { at, durationMs, verdict }) {
      const lastFailure = failedAt.get(webhook.id) ?? 0
      if (verdict.error !== null) failedAt.set(webhook.id, at.getTime() + durationMs)
      const isFirst = due.round === 0 && due.try === 1
      if (!isFirst || occurredAt === null || typeof request === 'string') return undefined
      if (webhook.isOrdered || webhook.failingSince !== null) return undefined
      if (occurredAt.getTime() <= lastFailure) return undefined
      return at.getTime() - occurredAt.getTime()
    },
  }
}
