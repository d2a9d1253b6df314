// How far the dispatcher is behind the log, for operators.
import type { Feed } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'

const LOOK_EVERY_MS = 5_000

/**
 * Seconds that the oldest event waits which was not dispatched; 0 when there is none. Also of those that a long
 * transaction holds back.
 */
export async function readLag(feed: Feed): Promise<number> {
  const [oldest] = await feed.tx((tx) =>
    tx.rows<{ seconds: number }>(sql`
      select extract(epoch from clock_timestamp() - next.occurred_at)::float8 as seconds
      from dispatch_cursor c cross join lateral (
        select e.occurred_at from events e
        where (e.xid, e.id) > (c.xid, c.id)
        order by e.xid, e.id limit 1) as next`),
  )
  return Math.max(0, oldest?.seconds ?? 0)
}

export type LagWatch = { seconds: () => number; stop: () => void }

export function watchLag(feed: Feed, onError: (error: unknown) => void): LagWatch {
  let seconds = 0
  const timer = setInterval(() => {
    readLag(feed).then((lag) => void (seconds = lag), onError)
  }, LOOK_EVERY_MS)
  return { seconds: () => seconds, stop: () => clearInterval(timer) }
}
