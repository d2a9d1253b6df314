// A position in the event log, as readers hold it: they can neither read the transaction number in it nor forge one.
import { signCursor, verifyCursor } from '#lib/cursor.ts'
import { openMoment, SEALED_MOMENT_BYTES, sealMoment } from '#lib/freshness/sealed-moment.ts'
import { Problem } from '#lib/problem.ts'
import { bytesToUuid, timeOfUuid, uuidToBytes } from '#lib/uuid.ts'

/**
 * After the event `id` of transaction `xid`. As long as all events from `at` on are retained, nothing after it is missing.
 */
export type Position = { xid: string; id: string; at: Date }

export type PositionScope = {
  tenant: { id: string }
  /** Signs: lasts as long as the installation. */
  cursorSecret: Buffer
  /** Seals: lasts until the data is restored from a backup, which may lack events that the reader has seen. */
  freshnessSecret: Buffer
}

const ID_BYTES = 16
/** No position is older. */
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

/** Before all events of transactions from `horizon` on, and after all older ones. */
export function positionAtHorizon(horizon: string, at: Date): Position {
  return { xid: horizon, id: NO_EVENT, at }
}

/** Later events were not written much earlier: IDs contain their creation time. */
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
  // Its signature is valid, but the data has been restored since.
  if (!moment || !isPlausible(moment.atMs)) throw new Problem('feed_truncated')
  return {
    xid: moment.xid,
    id: bytesToUuid(bytes.subarray(SEALED_MOMENT_BYTES)),
    at: new Date(moment.atMs),
  }
}

/** One in 65,536 blocks of another secret decodes; few of them also have a plausible time. */
function isPlausible(atMs: number): boolean {
  return atMs >= EARLIEST_MS && atMs <= Date.now() + CLOCK_SLACK_MS
}
