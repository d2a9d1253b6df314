// The ETag of a list: what the tenant had when it was read, told by the number of the oldest transaction still running
// then. Whatever the reader did not see has that number or a higher one, and has left an event with it.

/** Events carry the clock of the process that wrote them and the time their request began. */
const CLOCK_SLACK_MS = 60 * 60_000
/** Older tags are not looked up: their events may be gone. */
const MAX_AGE_MS = 24 * 60 * 60_000

export type Freshness = { horizon: string; since: Date }

export function printFreshness(horizon: string, now: Date): string {
  return `W/"${horizon}-${now.getTime().toString(36)}"`
}

/** Undefined when no tag of ours, young enough, is among those the caller sent. */
export function parseFreshness(header: string | undefined, now: Date): Freshness | undefined {
  const [, horizon, issued] = /"(\d{1,19})-([0-9a-z]{1,9})"/.exec(header ?? '') ?? []
  if (horizon === undefined || issued === undefined) return undefined
  const issuedMs = Number.parseInt(issued, 36)
  const age = now.getTime() - issuedMs
  if (age > MAX_AGE_MS || age < -CLOCK_SLACK_MS) return undefined
  return { horizon, since: new Date(issuedMs - CLOCK_SLACK_MS) }
}
