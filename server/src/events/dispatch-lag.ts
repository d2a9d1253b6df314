// How far the dispatcher is behind the log, for operators.
import type { Feed } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'

const LOOK_EVERY_MS = 5_000

/** Seconds that the oldest event waits which was not dispatched; 0 when there is none. */
export type Lag = {
  /** Of all events. */
  seconds: number
  /** Of those behind the cursor, which a long transaction may hold back. Events that were set aside wait for nobody else. */
  heldBackSeconds: number
}

export async function readLag(feed: Feed): Promise<Lag> {
  const [oldest] = await feed.tx((tx) =>
    tx.rows<{ behind: number | null; aside: number | null }>(sql`
      select extract(epoch from clock_timestamp() - (
        select e.occurred_at from dispatch_cursor c, events e
        where (e.xid, e.id) > (c.xid, c.id)
        order by e.xid, e.id limit 1))::float8 as behind,
      extract(epoch from clock_timestamp() - (
        select min(next.occurred_at)
        from (select distinct on (tenant_id) * from dispatch_backlog order by tenant_id, until_xid, until_id) as b
        cross join lateral (
          select e.occurred_at from events e
          where e.tenant_id = b.tenant_id and (e.xid, e.id) > (b.xid, b.id)
          order by e.xid, e.id limit 1) as next))::float8 as aside`),
  )
  const heldBackSeconds = Math.max(0, oldest?.behind ?? 0)
  return { seconds: Math.max(heldBackSeconds, oldest?.aside ?? 0), heldBackSeconds }
}

export type LagWatch = { latest: () => Lag; stop: () => void }

export function watchLag(feed: Feed, onError: (error: unknown) => void): LagWatch {
  let latest: Lag = { seconds: 0, heldBackSeconds: 0 }
  const timer = setInterval(() => {
    readLag(feed).then((lag) => void (latest = lag), onError)
  }, LOOK_EVERY_MS)
  return { latest: () => latest, stop: () => clearInterval(timer) }
}
