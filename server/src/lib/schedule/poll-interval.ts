// How long until the next poll: as configured, or longer where webhooks already tell what changes.

/** As stored with the integration. */
export type Polled = {
  poll_seconds: number
  /** Registered by the service with the vendor. */
  webhook: object | null
  /** When one was last accepted. */
  webhook_heard_at: Date | null
}

/** A webhook set up by hand counts as working for so long after the vendor was heard from. */
const HEARD_MS = 30 * 86_400_000
/** Polls are a tenth of the quiet time apart, and no further than this. */
const QUIET_PART = 10
const LONGEST_MS = 15 * 60_000

/** A change that webhooks miss brings the plain interval back, so one that stops working costs at most `LONGEST_MS`, once. */
export function pollIntervalMs(polled: Polled, newsAt: Date, now: Date): number {
  const { poll_seconds: seconds, webhook, webhook_heard_at: heardAt } = polled
  const isHeard = heardAt !== null && now.getTime() - heardAt.getTime() < HEARD_MS
  const quietMs = now.getTime() - newsAt.getTime()
  const wantedMs = webhook || isHeard ? Math.min(quietMs / QUIET_PART, LONGEST_MS) : 0
  return Math.max(seconds * 1_000, wantedMs)
}
