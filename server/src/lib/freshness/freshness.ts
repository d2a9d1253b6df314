// The ETag of a list: what the tenant had when it was read, told by the number of the oldest transaction still running
// then. Whatever the reader did not see has that number or a higher one, and has left an event with it.
import { openMoment, sealMoment } from './sealed-moment.ts'

/** Events carry the clock of the process that wrote them and the time their request began. */
const CLOCK_SLACK_MS = 60 * 60_000
/** Older tags are not looked up: their events may be gone. */
const MAX_AGE_MS = 24 * 60 * 60_000

export type Freshness = { horizon: string; since: Date }

/**
 * A tag serves the tenant it was given to and no other. The secret is the installation's and does not survive a restore:
 * the numbers of transactions begin anew on another server, and the reader may have seen what a backup does not hold.
 */
export type FreshnessScope = { secret: Buffer; tenantId: string }

export function printFreshness(scope: FreshnessScope, horizon: string, now: Date): string {
  const sealed = sealMoment(
    { ...scope, purpose: 'freshness' },
    { xid: horizon, atMs: now.getTime() },
  )
  return `W/"${sealed.toString('base64url')}"`
}

/** Undefined when no tag of ours, young enough, is among those the caller sent. */
export function parseFreshness(
  scope: FreshnessScope,
  header: string | undefined,
  now: Date,
): Freshness | undefined {
  const [, tag] = /"([\w-]{22})"/.exec(header ?? '') ?? []
  if (tag === undefined) return undefined
  const moment = openMoment({ ...scope, purpose: 'freshness' }, Buffer.from(tag, 'base64url'))
  if (!moment) return undefined
  const age = now.getTime() - moment.atMs
  if (age > MAX_AGE_MS || age < -CLOCK_SLACK_MS) return undefined
  return { horizon: moment.xid, since: new Date(moment.atMs - CLOCK_SLACK_MS) }
}
