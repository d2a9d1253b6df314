// The ETag of a list: identifies its state by the number of the oldest transaction that was running when it was read. Every
// change that the reader did not see has that number or a higher one, and wrote an event with it.
import { openMoment, sealMoment } from './sealed-moment.ts'

/** Events carry the clock of the process that wrote them and the time their request began. */
const CLOCK_SLACK_MS = 60 * 60_000
/** Older tags are ignored: their events may have been purged. */
const MAX_AGE_MS = 24 * 60 * 60_000

export type Freshness = { horizon: string; since: Date }

/**
 * A tag is valid only for the tenant it was issued to. The secret belongs to the installation and does not survive a
 * restore: transaction numbers restart on another server, and the reader may have seen changes that the backup lacks.
 */
export type FreshnessScope = { secret: Buffer; tenantId: string }

export function printFreshness(scope: FreshnessScope, horizon: string, now: Date): string {
  const sealed = sealMoment(
    { ...scope, purpose: 'freshness' },
    { xid: horizon, atMs: now.getTime() },
  )
  return `W/"${sealed.toString('base64url')}"`
}

/** Undefined when the header contains no tag of this scope that is recent enough. */
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
