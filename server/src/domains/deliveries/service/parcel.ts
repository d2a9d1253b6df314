// One delivery made ready: where it goes and what it says, or why it cannot go.
import type { Secret } from '#crypto/secret.ts'
import type { DueDelivery } from '#events/delivery-job.ts'
import type { Obstacle, Verdict } from '../verdict.ts'

export type Parcel = {
  due: DueDelivery
  webhook: { id: string; isOrdered: boolean; failingSince: Date | null }
  subjectId: string
  letter: Letter | Obstacle
}

export type Letter = {
  /** `evt_…`, which receivers know a message by. */
  messageId: string
  url: string
  body: string
  secrets: readonly Secret[]
  headers: Readonly<Record<string, string>>
}

/** What came of one attempt. */
export type Receipt = { at: Date; durationMs: number; verdict: Verdict }
