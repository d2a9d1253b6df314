// One attempt of a delivery: the request to send, or why it cannot be sent.
import type { Secret } from '#crypto/secret.ts'
import type { DueAttempt } from '#domains/deliveries/queue/index.ts'
import type { Obstacle, Verdict } from '../verdict.ts'

export type DeliveryAttempt = {
  due: DueAttempt
  webhook: { id: string; isOrdered: boolean; failingSince: Date | null }
  subjectId: string
  /** Null if the event has expired. */
  occurredAt: Date | null
  request: DeliveryRequest | Obstacle
}

export type DeliveryRequest = {
  /** `evt_…`, which receivers know a message by. */
  messageId: string
  url: string
  body: string
  secrets: readonly Secret[]
  headers: Readonly<Record<string, string>>
}

/** The result of one attempt. */
export type AttemptResult = { at: Date; durationMs: number; verdict: Verdict }
