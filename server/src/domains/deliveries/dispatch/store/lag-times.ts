// SQL of how old the oldest events are that wait to be dispatched, or to be shown in the event feed.
import type { FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'

type Times = { now: Date; aside: number | null; feed: number | null }

export async function readTimes(tx: FeedTx): Promise<Times> {
  const [times] = await tx.rows<Times>(sql`
    select clock_timestamp() as now, extract(epoch from clock_timestamp() - (
        select min(next.occurred_at)
        from (select distinct on (tenant_id) * from dispatch_ranges order by tenant_id, number) as r
        cross join lateral (
          select e.occurred_at from events e
          where e.tenant_id = r.tenant_id and (e.xid, e.id) > (r.xid, r.id) and (e.xid, e.id) <= (r.until_xid, r.until_id)
          order by e.xid, e.id limit 1) as next))::float8 as aside,
      extract(epoch from clock_timestamp() - (
        select e.occurred_at from events e
        where e.xid >= pg_snapshot_xmin(pg_current_snapshot())
        order by e.xid, e.id limit 1))::float8 as feed`)
  return times ?? { now: new Date(), aside: null, feed: null }
}
