// A place in the event log, as readers carry it: they can neither read the transaction number in it nor make one up.
import { signCursor, verifyCursor } from '#lib/cursor.ts'
import { openMoment, SEALED_MOMENT_BYTES, sealMoment } from '#lib/freshness/sealed-moment.ts'
import { Problem } from '#lib/problem.ts'
import { bytesToUuid, timeOfUuid, uuidToBytes } from '#lib/uuid.ts'

/**
 * Behind the event `id` of transaction `xid`. As long as everything that happened from `at` on is kept, nothing behind
 * it is missing.
 */
export type Position = { xid: string; id: string; at: Date }

export type PositionScope = {
  tenant: { id: string }
  /** Signs: lasts as long as the installation. */
  cursorSecret: Buffer
  /** Seals: lasts until the data are replaced by a backup, which may lack what the reader has seen. */
  freshnessSecret: Buffer
}

const ID_BYTES = 16
/** Nothing here is older. */
const EARLIEST_MS = Date.UTC(2020, 0)
const CLOCK_SLACK_MS = 24 * 60 * 60_000

const cursorScope = ({ tenant, cursorSecret: secret }: PositionScope) => ({
  secret,
  tenantId: tenant.id,
  query: 'events',
})
const momentScope = ({ tenant, freshnessSecret: secret }: PositionScope) => ({
  secret,
  tenantId: tenant.id,
  purpose: 'feed' as const,
})

const NO_EVENT = '00000000-0000-0000-0000-000000000000'

/** Before everything that transactions from `horizon` on write, and behind all that is older. */
export function positionAtHorizon(horizon: string, at: Date): Position {
  return { xid: horizon, id: NO_EVENT, at }
}

/** Nothing that comes next was written much earlier: ids carry the time at which they were made. */
export function timeOf({ id, at }: Position): Date {
  const made = timeOfUuid(id)
  return id === NO_EVENT || made > at ? at : made
}

/** Sorts as text in the order of the log. */
export function orderOf({ xid, id }: Pick<Position, 'xid' | 'id'>): string {
  return `${xid.padStart(20, '0')} ${id}`
}

export function printPosition(scope: PositionScope, { xid, id, at }: Position): string {
  const moment = sealMoment(momentScope(scope), { xid, atMs: at.getTime() })
  const payload = Buffer.concat([moment, uuidToBytes(id)]).toString('base64url')
  return signCursor(cursorScope(scope), payload)
}

export function parsePosition(scope: PositionScope, cursor: string): Position {
  const bytes = Buffer.from(verifyCursor(cursorScope(scope), cursor), 'base64url')
  if (bytes.length !== SEALED_MOMENT_BYTES + ID_BYTES) throw new Problem('invalid_cursor')
  const moment = openMoment(momentScope(scope), bytes.subarray(0, SEALED_MOMENT_BYTES))
  // Ours by its signature, and of data that are no longer these.
  if (!moment || !isPlausible(moment.atMs)) throw new Problem('feed_truncated')
  return {
    xid: moment.xid,
    id: bytesToUuid(bytes.subarray(SEALED_MOMENT_BYTES)),
    at: new Date(moment.atMs),
  }
}

/** One in 65,536 blocks of another secret looks like ours; few of them also have a time that can be. */
function isPlausible(atMs: number): boolean {
  return atMs >= EARLIEST_MS && atMs <= Date.now() + CLOCK_SLACK_MS
}
