// The next events of the log, of all tenants in one order. A tenant gets a share of each batch; the rest of its events is set
// aside, so that a tenant with thousands of events, or with large ones, does not delay the others.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { BATCH_BYTES, contentBytes } from '#domains/deliveries/batch-size.ts'
import type { LoggedEvent } from '#events/logged-event.ts'
import { type AsideRange, setAside } from './backlog.ts'
import {
  advance,
  type EventKey,
  openWindow,
  type Progress,
  readKeys,
  type Segment,
  saveProgress,
} from './progress.ts'

/** `events` are dispatched now, those in `aside` later. */
export type NewEvents = {
  events: LoggedEvent[]
  aside: AsideRange[]
  /** Tenants with new events. */
  tenants: ReadonlySet<string>
  was: Progress
  is: Progress
  isFull: boolean
}

/** The holder of this lock is the dispatcher. */
const DISPATCHER_LOCK = 7_020_026

/** Keys only, so events that are set aside cost little. */
const LOOKED_AT = 1_000
/** Per tenant and batch. */
export const SHARE_ROWS = 64
const SHARE_BYTES = 1024 * 1024
/** As stored, possibly compressed. The real size is known only after reading it. */
const SHARE_STORED_BYTES = 128 * 1024

/** Undefined when another process is the dispatcher. */
export async function readNew(tx: FeedTx): Promise<NewEvents | undefined> {
  // A separate statement: one that also read would see the state before the lock was taken. A row lock would give every poll
  // a transaction number, and most polls find nothing.
  const locking = tx.rows<{ is_ours: boolean }>(sql`
    select pg_try_advisory_xact_lock(${DISPATCHER_LOCK}) as is_ours`)
  // Sent together in one round trip; each statement still sees at least what the previous one saw.
  const [[lock], window] = await Promise.all([locking, openWindow(tx)])
  if (!lock?.is_ours) return undefined
  const [keys, behind] = await Promise.all([
    readKeys(tx, window.segments, LOOKED_AT),
    listBehind(tx),
  ])
  const division = new Division(behind)
  const taken = keys.filter((key) => division.takeStored(key))
  const sized = await readSized(tx, taken)
  const events = sized.filter((event) => division.takeSized(event))
  const isLast = keys.length < LOOKED_AT
  return {
    events,
    aside: listAside(keys, new Set(events.map(({ id }) => id)), window.segments),
    tenants: new Set(keys.map((key) => key.tenant_id)),
    was: window.progress,
    is: advance(window, keys.at(-1), isLast),
    // A window that took several rounds may have newer events behind it.
    isFull: !isLast || window.progress.target !== null,
  }
}

export async function moveOn(tx: FeedTx, { was, is, aside }: NewEvents): Promise<void> {
  await Promise.all([saveProgress(tx, was, is), setAside(tx, aside)])
}

/** Tenants with events that were set aside earlier. */
async function listBehind(tx: FeedTx): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(
    sql`select distinct tenant_id as id from dispatch_ranges`,
  )
  return new Set(rows.map(({ id }) => id))
}

function readSized(tx: FeedTx, keys: readonly EventKey[]): Promise<LoggedEvent[]> {
  if (keys.length === 0) return Promise.resolve([])
  return tx.rows<LoggedEvent>(sql`
    select e.tenant_id, e.xid::text as xid, e.id, e.type, e.subject_id, e.actor, e.changed, e.occurred_at,
      ${contentBytes} as bytes
    from unnest(
      ${keys.map((key) => key.tenant_id)}::uuid[], ${keys.map((key) => key.xid)}::xid8[],
      ${keys.map((key) => key.id)}::uuid[], ${keys.map((key) => key.occurred_at)}::timestamptz[]
    ) as wanted (tenant_id, xid, id, occurred_at)
    join events e using (tenant_id, xid, id, occurred_at)
    order by e.xid, e.id`)
}

type Share = { rows: number; storedBytes: number; bytes: number }

/** Divides a batch between tenants: first by stored size, then, of what was taken, by real size. */
class Division {
  readonly #behindIds: ReadonlySet<string>
  readonly #shares = new Map<string, Share>()
  /** Tenants whose further events are set aside. */
  readonly #aside = new Set<string>()
  #bytes = 0

  constructor(behindIds: ReadonlySet<string>) {
    this.#behindIds = behindIds
  }

  takeStored({ tenant_id: id, stored_bytes: bytes }: EventKey): boolean {
    if (this.#behindIds.has(id)) return false
    const share = this.#shareOf(id)
    share.rows += 1
    share.storedBytes += bytes
    return share.rows === 1 || (share.rows <= SHARE_ROWS && share.storedBytes <= SHARE_STORED_BYTES)
  }

  takeSized({ tenant_id: id, bytes }: LoggedEvent): boolean {
    if (this.#aside.has(id)) return false
    const share = this.#shareOf(id)
    const isTooMuch =
      (share.bytes > 0 && share.bytes + bytes > SHARE_BYTES) ||
      (this.#bytes > 0 && this.#bytes + bytes > BATCH_BYTES)
    if (isTooMuch) {
      this.#aside.add(id)
      return false
    }
    share.bytes += bytes
    this.#bytes += bytes
    return true
  }

  #shareOf(tenantId: string): Share {
    const known = this.#shares.get(tenantId)
    if (known) return known
    const share = { rows: 0, storedBytes: 0, bytes: 0 }
    this.#shares.set(tenantId, share)
    return share
  }
}

/**
 * Events that were not taken, as ranges of a tenant within one segment each: between two segments are events that were
 * dispatched long ago, or that belong to an open transaction.
 */
function listAside(
  keys: readonly EventKey[],
  taken: ReadonlySet<string>,
  segments: readonly Segment[],
): AsideRange[] {
  if (taken.size === keys.length) return []
  const ranges: AsideRange[] = []
  const ofSegment = new Map<string, AsideRange>()
  const rest = segments.values()
  let segment: Segment | undefined
  let after = { xid: '', id: '' }
  for (const { tenant_id: tenantId, xid, id } of keys) {
    while (!segment || BigInt(xid) > BigInt(segment.until_xid)) {
      segment = rest.next().value
      if (!segment) throw new Error(`an event of transaction ${xid} is in no segment`)
      after = { xid: segment.xid, id: segment.id }
      ofSegment.clear()
    }
    if (!taken.has(id)) {
      const known = ofSegment.get(tenantId)
      const range = known ?? {
        tenant_id: tenantId,
        ...after,
        until_xid: '',
        until_id: '',
        event_count: 0,
      }
      Object.assign(range, { until_xid: xid, until_id: id, event_count: range.event_count + 1 })
      if (!known) ranges.push(range)
      ofSegment.set(tenantId, range)
    }
    after = { xid, id }
  }
  return ranges
}
