// Events of tenants that were set aside while the dispatcher went on with those of the others. Each look takes a slice of one
// tenant, in turn.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { contentBytes } from './batch-size.ts'
import type { LoggedEvent } from './dispatch.ts'

/** Of an event in the log. */
export type Place = { xid: string; id: string }

/** The events of a tenant behind (`xid`, `id`) and up to (`until_xid`, `until_id`). */
export type AsideRange = Place & { tenant_id: string; until_xid: string; until_id: string }

/** The holder of this lock works off what was set aside, and everything else that is not new. */
const BACKLOG_LOCK = 7_020_028

/** One range for each tenant, from its first to its last event; undefined when another process has the lock. */
export async function readBacklog(tx: FeedTx): Promise<AsideRange[] | undefined> {
  const [state] = await tx.rows<{ is_ours: boolean; backlog: AsideRange[] }>(sql`
    select pg_try_advisory_xact_lock(${BACKLOG_LOCK}) as is_ours, coalesce((
      select json_agg(json_build_object('tenant_id', first.tenant_id, 'xid', first.xid::text, 'id', first.id,
        'until_xid', last.until_xid::text, 'until_id', last.until_id))
      from (
        select distinct on (tenant_id) tenant_id, xid, id from dispatch_backlog
        order by tenant_id, until_xid, until_id) as first
      join (
        select distinct on (tenant_id) tenant_id, until_xid, until_id from dispatch_backlog
        order by tenant_id, until_xid desc, until_id desc) as last using (tenant_id)), '[]') as backlog`)
  return state?.is_ours ? state.backlog : undefined
}

/** A tenant may have several ranges; together they have no gap. */
export async function setAside(tx: FeedTx, ranges: readonly AsideRange[]): Promise<void> {
  if (ranges.length === 0) return
  await tx.rows(sql`
    insert into dispatch_backlog (tenant_id, xid, id, until_xid, until_id)
    select * from json_to_recordset(${JSON.stringify(ranges)})
      as r (tenant_id uuid, xid xid8, id uuid, until_xid xid8, until_id uuid)`)
}

export const SLICE_BYTES = 1024 * 1024

/** At least one event, and no more than the byte budget of a slice. */
export function readSlice(tx: FeedTx, range: AsideRange, rows: number): Promise<LoggedEvent[]> {
  return tx.rows<LoggedEvent>(sql`
    select tenant_id, e.xid::text as xid, id, type, subject_id, actor, changed, occurred_at, bytes
    from (
      select e.*, sum(e.bytes) over (order by e.xid, e.id rows unbounded preceding) as total
      from (
        select tenant_id, xid, id, type, subject_id, actor, changed, occurred_at, ${contentBytes} as bytes
        from events e
        where e.tenant_id = ${range.tenant_id}
          and (e.xid, e.id) > (${range.xid}::xid8, ${range.id}::uuid)
          and (e.xid, e.id) <= (${range.until_xid}::xid8, ${range.until_id}::uuid)
        order by e.xid, e.id
        limit ${rows}) as e
    ) as e
    where total - bytes < ${SLICE_BYTES}
    order by e.xid, e.id`)
}

/** True when nothing is left of the range. What was set aside since it was read is not touched. */
export async function endSlice(
  tx: FeedTx,
  range: AsideRange,
  events: readonly LoggedEvent[],
): Promise<boolean> {
  const end = events.at(-1) ?? { xid: range.until_xid, id: range.until_id }
  const place = sql`(${end.xid}::xid8, ${end.id}::uuid)`
  await tx.rows(sql`
    delete from dispatch_backlog
    where tenant_id = ${range.tenant_id} and (until_xid, until_id) <= ${place}`)
  if (end.id === range.until_id) return true
  await tx.rows(sql`
    update dispatch_backlog set xid = ${end.xid}::xid8, id = ${end.id}
    where tenant_id = ${range.tenant_id} and (xid, id) < ${place}`)
  return false
}

/** Whose turn it is: the next tenant behind the one that came last, in the order of their ids. */
export class Turns {
  #last = ''

  next(backlog: readonly AsideRange[]): AsideRange | undefined {
    const inOrder = backlog.toSorted((a, b) => (a.tenant_id < b.tenant_id ? -1 : 1))
    const next = inOrder.find(({ tenant_id: id }) => id > this.#last) ?? inOrder[0]
    if (next) this.#last = next.tenant_id
    return next
  }
}
