// Time until the next poll: as configured, or longer where webhooks already report changes.

/** As stored with the integration. */
export type Polled = {
  poll_seconds: number
  /** Registered by the service with the vendor. */
  webhook: object | null
  /** When a request was last accepted. */
  webhook_heard_at: Date | null
}

/** How long a manually set up webhook counts as working after the vendor's last request. */
const HEARD_MS = 30 * 86_400_000
/** The interval is a tenth of the time without changes, and at most this. */
const QUIET_PART = 10
const LONGEST_MS = 15 * 60_000

/** A change that webhooks missed restores the configured interval, so a broken webhook costs at most `LONGEST_MS`, once. */
export function pollIntervalMs(polled: Polled, newsAt: Date, now: Date): number {
  const { poll_seconds: seconds, webhook, webhook_heard_at: heardAt } = polled
  const isHeard = heardAt !== null && now.getTime() - heardAt.getTime() < HEARD_MS
  const quietMs = now.getTime() - newsAt.getTime()
  const wantedMs = webhook || isHeard ? Math.min(quietMs / QUIET_PART, LONGEST_MS) : 0
  return Math.max(seconds * 1_000, wantedMs)
}
