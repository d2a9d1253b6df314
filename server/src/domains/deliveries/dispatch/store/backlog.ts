// Events of tenants that were set aside so that the dispatcher could continue with those of the others. Each round takes a
// slice of each of several tenants, in turn.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { contentBytes } from '#domains/deliveries/batch-size.ts'
import type { LoggedEvent } from '#events/logged-event.ts'
import { SLICE_BYTES, SLICE_STORED_BYTES } from '../slice-sizes.ts'
import type { LogPosition } from './progress.ts'

/** The events of a tenant behind (`xid`, `id`) and up to (`until_xid`, `until_id`), all of them. */
export type AsideRange = LogPosition & {
  tenant_id: string
  until_xid: string
  until_id: string
  event_count: number
}

type NumberedRange = AsideRange & { number: string }

/** What a round takes of a tenant: events of its first ranges, in order. */
export type Slice = {
  tenantId: string
  ranges: NumberedRange[]
  events: (LoggedEvent & { range: string })[]
  /** The tenant has no other ranges. */
  isAll: boolean
}

/** The holder of this lock processes the events that were set aside, and everything else that is not new. */
const BACKLOG_LOCK = 7_020_028

/** Small ranges share a slice. */
const RANGES = 100

/** The tenants that have ranges; undefined when another process has the lock. */
export async function readBacklog(tx: FeedTx): Promise<string[] | undefined> {
  const [state] = await tx.rows<{ is_ours: boolean; tenants: string[] }>(sql`
    select pg_try_advisory_xact_lock(${BACKLOG_LOCK}) as is_ours,
      array(select distinct tenant_id::text from dispatch_ranges) as tenants`)
  return state?.is_ours ? state.tenants : undefined
}

/** After all existing ranges of the tenant. */
export async function setAside(tx: FeedTx, ranges: readonly AsideRange[]): Promise<void> {
  if (ranges.length === 0) return
  await tx.rows(sql`
    insert into dispatch_ranges (tenant_id, xid, id, until_xid, until_id, event_count)
    select tenant_id, xid, id, until_xid, until_id, event_count from rows from (json_to_recordset(${JSON.stringify(ranges)})
      as (tenant_id uuid, xid xid8, id uuid, until_xid xid8, until_id uuid, event_count int)) with ordinality
      as r (tenant_id, xid, id, until_xid, until_id, event_count, place)
    order by place`)
}

/** Separate from the lock statement, because that one sees the state before the lock was taken. */
export async function readSlice(tx: FeedTx, tenantId: string, rows: number): Promise<Slice> {
  const first = await tx.rows<NumberedRange>(sql`
    select tenant_id, number::text as number, xid::text as xid, id, until_xid::text as until_xid, until_id, event_count
    from dispatch_ranges r where tenant_id = ${tenantId}
    order by r.number limit ${RANGES}`)
  const ranges: NumberedRange[] = []
  for (let count = 0; count < rows && ranges.length < first.length; ) {
    const range = first[ranges.length] as NumberedRange // there is one
    ranges.push(range)
    count += range.event_count
  }
  const events = await readEvents(tx, tenantId, ranges, rows)
  return {
    tenantId,
    ranges,
    events,
    isAll: ranges.length === first.length && first.length < RANGES,
  }
}

/** At least one event, and none after the byte budget is used up. Sizes are computed only for events that may fit. */
function readEvents(
  tx: FeedTx,
  tenantId: string,
  ranges: readonly NumberedRange[],
  rows: number,
): Promise<Slice['events']> {
  return tx.rows(sql`
    select tenant_id, range::text as range, e.xid::text as xid, id, type, subject_id, actor, changed, occurred_at, bytes
    from (
      select e.*, sum(e.bytes) over (order by e.range, e.xid, e.id rows unbounded preceding) as total
      from (
        select e.*, ${contentBytes} as bytes
        from (
          select r.number as range, e.*,
            sum(e.stored_bytes) over (order by r.number, e.xid, e.id rows unbounded preceding) as stored_total
          from unnest(
            ${ranges.map(({ number }) => number)}::int8[],
            ${ranges.map(({ xid }) => xid)}::xid8[], ${ranges.map(({ id }) => id)}::uuid[],
            ${ranges.map((range) => range.until_xid)}::xid8[], ${ranges.map((range) => range.until_id)}::uuid[]
          ) as r (number, xid, id, until_xid, until_id)
          cross join lateral (
            select *, pg_column_size(data) + pg_column_size(previous) as stored_bytes from events
            where tenant_id = ${tenantId} and (xid, id) > (r.xid, r.id) and (xid, id) <= (r.until_xid, r.until_id)
            order by xid, id
            limit ${rows}) as e
          order by r.number, e.xid, e.id
          limit ${rows}) as e
        where stored_total - stored_bytes < ${SLICE_STORED_BYTES}
      ) as e
    ) as e
    where total - bytes < ${SLICE_BYTES}
    order by e.range, e.xid, e.id`)
}

/** True when nothing is left of the tenant. Ranges that were added since are not touched. */
export async function endSlice(tx: FeedTx, slice: Slice): Promise<boolean> {
  const { tenantId, ranges, events, isAll } = slice
  const end = events.at(-1)
  // No events were found, so none are left: they may have been deleted with their week, or with their tenant.
  const last = end ? ranges.findIndex(({ number }) => number === end.range) : ranges.length
  const isEnded = !end || ranges[last]?.until_id === end.id
  const ended = ranges.slice(0, isEnded ? last + 1 : last)
  await tx.rows(sql`
    delete from dispatch_ranges
    where tenant_id = ${tenantId} and number = any (${ended.map(({ number }) => number)}::int8[])`)
  if (!isEnded) {
    const taken = events.filter(({ range }) => range === end.range).length
    await tx.rows(sql`
      update dispatch_ranges
      set xid = ${end.xid}::xid8, id = ${end.id}, event_count = greatest(1, event_count - ${taken}::int)
      where tenant_id = ${tenantId} and number = ${end.range}::int8`)
  }
  return isAll && ended.length === ranges.length
}

/** Tenants in the order of their IDs, beginning after the last one that had its turn. */
export class Turns {
  #last = ''

  next(tenantIds: readonly string[], count: number): string[] {
    const inOrder = tenantIds.toSorted()
    const first = inOrder.findIndex((id) => id > this.#last)
    return first < 0
      ? inOrder.slice(0, count)
      : [...inOrder.slice(first), ...inOrder.slice(0, first)].slice(0, count)
  }

  note(tenantId: string): void {
    this.#last = tenantId
  }
}
