// How far the dispatcher and the event feed are behind the log, for operators.
import type { Feed, FeedTx } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { openWindow, readKeys } from '#events/progress/progress.ts'

const LOOK_EVERY_MS = 5_000

/** Seconds that the oldest event waits; 0 when there is none. */
export type Lag = {
  /** Events that are not dispatched yet. */
  seconds: number
  /** Events that the feed does not return yet because an older transaction is open. They are dispatched regardless. */
  feedSeconds: number
}

export function readLag(feed: Feed): Promise<Lag> {
  return feed.tx(async (tx) => {
    const { segments } = await openWindow(tx)
    const [next] = await readKeys(tx, segments, 1)
    const times = await readTimes(tx)
    const behind = next ? (times.now.getTime() - next.occurred_at.getTime()) / 1_000 : 0
    return {
      seconds: Math.max(0, behind, times.aside ?? 0),
      feedSeconds: Math.max(0, times.feed ?? 0),
    }
  })
}

type Times = { now: Date; aside: number | null; feed: number | null }

async function readTimes(tx: FeedTx): Promise<Times> {
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

export type LagWatch = { latest: () => Lag; stop: () => void }

export function watchLag(feed: Feed, onError: (error: unknown) => void): LagWatch {
  let latest: Lag = { seconds: 0, feedSeconds: 0 }
  const timer = setInterval(() => {
    readLag(feed).then((lag) => void (latest = lag), onError)
  }, LOOK_EVERY_MS)
  return { latest: () => latest, stop: () => clearInterval(timer) }
}
