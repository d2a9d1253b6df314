// Reads a tenant's event log. Transactions do not commit in the order in which they began: the oldest running one may still
// write events that sort before existing ones. So events from there on are returned only after it has ended.
import { fitsWithin, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { Problem } from '#lib/problem.ts'
import { type EventRow, eventBytes } from './envelope.ts'
import { orderOf, type Position, positionAtHorizon, timeOf } from './position.ts'

export type PositionedEvent = EventRow & { position: Position }

export type LogQuery = {
  /** Undefined reads from the oldest retained event. */
  after: Position | undefined
  /** Undefined means all. */
  types: readonly string[] | undefined
  limit: number
  /** Of all events together; the first is read whatever its size. */
  maxBytes: number
  now: Date
}

export type LogPage = {
  events: PositionedEvent[]
  hasMore: boolean
  /** Where the next page continues. */
  end: Position
}

/** How many events a page scans when few types are selected: the next page continues where this one ended. */
const WINDOW = 5_000

/**
 * How far clocks may differ: events carry the clock of the process that wrote them, so a later event in the log may have an
 * earlier time. It only prunes partitions that are long past.
 */
const CLOCK_SLACK_MS = 24 * 60 * 60_000

type WalkedRow = EventRow & { xid: string; wanted: boolean; place: number; within: boolean }

/** The outer selects keep the order of the inner one. */
export async function readLog(tx: Tx, query: LogQuery): Promise<LogPage> {
  const { types, limit } = query
  const window = types ? WINDOW : limit + 1
  const found = await tx.rows<WalkedRow>(sql`
    select e.id, e.type, e.actor, e.changed, e.occurred_at, e.xid::text as xid, e.wanted, e.place, e.within,
      case when e.within then e.data::text end as data, case when e.within then e.previous::text end as previous
    from (
      select e.*, ${fitsWithin(sql`e.bytes`, query.maxBytes)} as within
      from (
        select e.*, case when e.wanted then ${eventBytes} else 0 end as bytes
        from (
          select e.*, ${types ? sql`e.type = any(${types}::text[])` : sql`true`} as wanted,
            row_number() over (order by e.xid, e.id) as place
          from events e
          where ${tx.mine('e')} and ${behind(tx, query.after)}
            and e.xid < pg_snapshot_xmin(pg_current_snapshot())
          order by e.xid, e.id
          limit ${window}) e
        where e.wanted or e.place = ${window}
        limit ${limit + 1}) e) e`)
  // Events over the budget come without their data and show that there are more.
  const cut = found.findIndex(({ within }) => !within)
  const rows = cut === -1 ? found : found.slice(0, cut)
  const walked = rows.map((row) => ({ ...row, position: positionOf(row, query.now) }))
  const page = { rows: walked, window, isCut: cut !== -1 }
  return toPage(page, query, await tx.horizon)
}

/** A clock that was ahead does not make a position newer than it is. */
function positionOf({ xid, id, occurred_at: at }: WalkedRow, now: Date): Position {
  return { xid, id, at: at > now ? now : at }
}

/**
 * The comparison includes the tenant: only an index that begins with it can then be entered at the position. Near the end of
 * the log the planner would prefer the index for all tenants, and read their events.
 */
function behind({ tenantId }: Tx, after: Position | undefined): Sql {
  if (!after) return sql`true`
  const since = new Date(timeOf(after).getTime() - CLOCK_SLACK_MS)
  return sql`(e.tenant_id, e.xid, e.id) > (${tenantId}::uuid, ${after.xid}::xid8, ${after.id}::uuid)
    and e.occurred_at >= ${since}`
}

type PlacedRow = WalkedRow & PositionedEvent

type ScannedPage = { rows: PlacedRow[]; window: number; isCut: boolean }

function toPage({ rows, window, isCut }: ScannedPage, query: LogQuery, horizon: string): LogPage {
  const found = rows.filter(({ wanted }) => wanted)
  const events = found.slice(0, query.limit)
  const isFull = isCut || found.length > query.limit
  const last = isFull ? events.at(-1) : rows.at(-1)
  const seen = last?.position ?? query.after
  if (seen && (isFull || rows.at(-1)?.place === window)) return { events, hasMore: true, end: seen }
  // Everything older than the horizon was visible. The page itself may have seen slightly more.
  const end = positionAtHorizon(horizon, query.now)
  return { events, hasMore: false, end: seen && orderOf(seen) > orderOf(end) ? seen : end }
}

/** The current end of the log: everything below the oldest running transaction. */
export async function readEnd(tx: Tx, now: Date): Promise<Position> {
  await tx.rows(sql`select 1`)
  return positionAtHorizon(await tx.horizon, now)
}

/** No week is deleted before it is a day old. */
const SAFE_AGE_MS = 24 * 60 * 60_000

function isOld(at: Date, now: Date): boolean {
  return now.getTime() - at.getTime() > SAFE_AGE_MS
}

/**
 * Weeks are deleted whole: a reader before the oldest one may have missed events. Events of weeks without a partition are
 * deleted row by row by the same age: a reader at one that still exists has missed nothing.
 */
export async function refuseTruncated(tx: Tx, position: Position, now: Date): Promise<void> {
  if (!isOld(position.at, now)) return
  const kept = await findOldestWeek(tx)
  if (!kept || position.at >= kept) return
  const event = await tx.row(sql`
    select e.id from events e
    where ${tx.mine('e')} and e.xid = ${position.xid}::xid8 and e.id = ${position.id}::uuid and e.occurred_at < ${kept}`)
  if (!event) throw new Problem('feed_truncated')
}

async function findOldestWeek(tx: Tx): Promise<Date | undefined> {
  const row = await tx.row<{ first: Date | null }>(sql`
    select min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp at time zone 'utc' as first
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'events'::regclass and c.relname ~ '_[0-9]{8}$'`)
  return row?.first ?? undefined
}
