// The next events of the log, of all tenants in one order. A tenant gets a share of each batch; the rest of its events is
// set aside, so that one with thousands of events, or with large ones, does not delay those of the others.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { type AsideRange, type Place, setAside } from './backlog.ts'
import { BATCH_BYTES, contentBytes } from './batch-size.ts'
import type { LoggedEvent } from './dispatch.ts'

/** `events` are for now, those in `aside` for later. */
export type NewEvents = {
  events: LoggedEvent[]
  aside: AsideRange[]
  /** Who has new events. */
  tenants: ReadonlySet<string>
  /** The last one that was looked at; undefined when there is none. */
  end: Place | undefined
  isFull: boolean
}

/** The holder of this lock is the dispatcher. */
const DISPATCHER_LOCK = 7_020_026

/** Keys only: those of a tenant that is set aside cost little more. */
const LOOKED_AT = 1_000
/** Of one tenant and batch. */
const SHARE_ROWS = 64
const SHARE_BYTES = 1024 * 1024
/** As stored, perhaps compressed. The real size is known only after all of it was read. */
const SHARE_STORED_BYTES = 128 * 1024

/**
 * Only below the oldest transaction that still runs: one that commits late has its place there, and would be passed over.
 * Undefined when another process is the dispatcher.
 */
export async function readNew(tx: FeedTx): Promise<NewEvents | undefined> {
  // A lock of the row itself would give every look a transaction number, and there are many that find nothing.
  const [cursor] = await tx.rows<Place & { behind: string[] }>(sql`
    select c.xid::text as xid, c.id, array(select distinct tenant_id::text from dispatch_backlog) as behind
    from dispatch_cursor c where pg_try_advisory_xact_lock(${DISPATCHER_LOCK})`)
  if (!cursor) return undefined
  const keys = await tx.rows<EventKey>(sql`
    select tenant_id, e.xid::text as xid, id, occurred_at,
      pg_column_size(e.data) + pg_column_size(e.previous) as stored_bytes
    from events e
    where (e.xid, e.id) > (${cursor.xid}::xid8, ${cursor.id}::uuid)
      and e.xid < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xid, e.id
    limit ${LOOKED_AT}`)
  const { xid, id } = cursor
  const division = new Division({ xid, id }, new Set(cursor.behind))
  const taken = keys.filter((key) => division.takeStored(key))
  const sized = await readSized(tx, taken)
  const events = sized.filter((event) => division.takeSized(event))
  const end = keys.at(-1)
  const tenants = new Set(keys.map((key) => key.tenant_id))
  const aside = division.listAside(keys)
  return { events, aside, tenants, end, isFull: keys.length === LOOKED_AT }
}

export async function moveOn(tx: FeedTx, { end, aside }: NewEvents): Promise<void> {
  if (!end) return
  const moved = await tx.rows(sql`
    update dispatch_cursor set xid = ${end.xid}::xid8, id = ${end.id}
    where (xid, id) < (${end.xid}::xid8, ${end.id}::uuid) returning true`)
  if (moved.length === 0) throw new Error('somebody else has dispatched these events')
  await setAside(tx, aside)
}

type EventKey = Place & { tenant_id: string; occurred_at: Date; stored_bytes: number }

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

type Share = { rows: number; storedBytes: number; bytes: number; after: Place }

/** Who gets how much of a batch: first by what is stored, then, of what was taken, by how large it is. */
class Division {
  readonly #cursor: Place
  /** Tenants that have events set aside from before. */
  readonly #isBehind: ReadonlySet<string>
  readonly #shares = new Map<string, Share>()
  /** Tenants whose further events are set aside. */
  readonly #aside = new Set<string>()
  #bytes = 0

  constructor(cursor: Place, isBehind: ReadonlySet<string>) {
    this.#cursor = cursor
    this.#isBehind = isBehind
  }

  takeStored({ tenant_id: id, stored_bytes: bytes }: EventKey): boolean {
    if (this.#isBehind.has(id)) return false
    const share = this.#shareOf(id)
    share.rows += 1
    share.storedBytes += bytes
    return share.rows === 1 || (share.rows <= SHARE_ROWS && share.storedBytes <= SHARE_STORED_BYTES)
  }

  takeSized({ tenant_id: id, xid, id: eventId, bytes }: LoggedEvent): boolean {
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
    share.after = { xid, id: eventId }
    return true
  }

  /** Each tenant's last event is as far as it is set aside. */
  listAside(keys: readonly EventKey[]): AsideRange[] {
    const ranges: AsideRange[] = []
    const last = new Map(keys.map(({ tenant_id, xid, id }) => [tenant_id, { xid, id }]))
    for (const [tenantId, until] of last) {
      const after = this.#isBehind.has(tenantId) ? this.#cursor : this.#shareOf(tenantId).after
      if (after.id === until.id) continue
      ranges.push({
        tenant_id: tenantId,
        ...after,
        until_xid: until.xid,
        until_id: until.id,
      })
    }
    return ranges
  }

  #shareOf(tenantId: string): Share {
    const known = this.#shares.get(tenantId)
    if (known) return known
    const share = { rows: 0, storedBytes: 0, bytes: 0, after: this.#cursor }
    this.#shares.set(tenantId, share)
    return share
  }
}
