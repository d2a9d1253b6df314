// One look for all quiet streams of this process: which of their tenants have new events. Without it, every tenant whose
// dashboard is open would cost a transaction per second, in each process.
import type { Feed } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { orderOf, type Position, positionAtHorizon, timeOf } from './position.ts'

/** The new end of the log, or undefined if there are events after the position. */
export type QuietLook = (tenantId: string, after: Position) => Promise<Position | undefined>

/** How long the first one waits for others. After it they ask at the same time. */
export const GATHER_MS = 500
const TENANTS_PER_LOOK = 1_000
/** How far clocks of processes may differ; it only prunes partitions that are long past. */
const CLOCK_SLACK_MS = 24 * 60 * 60_000

type Asked = {
  tenantId: string
  after: Position
  resolve: (end: Position | undefined) => void
  reject: (error: unknown) => void
}

export function createQuietLook(feed: Pick<Feed, 'look'>, gatherMs = GATHER_MS): QuietLook {
  let waiting: Asked[] = []
  /** One after the other, so that one connection is enough. */
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    const asked = waiting
    waiting = []
    for (let at = 0; at < asked.length; at += TENANTS_PER_LOOK) {
      await answer(feed, asked.slice(at, at + TENANTS_PER_LOOK))
    }
  }

  const begin = () => {
    looking = looking.then(look)
  }

  return (tenantId, after) => {
    const { promise, resolve, reject } = Promise.withResolvers<Position | undefined>()
    if (waiting.length === 0) setTimeout(begin, gatherMs)
    waiting.push({ tenantId, after, resolve, reject })
    return promise
  }
}

async function answer(feed: Pick<Feed, 'look'>, asked: readonly Asked[]): Promise<void> {
  try {
    const { horizon, places } = await findNews(feed, asked)
    const end = positionAtHorizon(horizon, new Date())
    const found = new Set(places)
    for (const [place, { after, resolve }] of asked.entries()) {
      // As when reading: a position never moves back.
      if (found.has(place)) resolve(undefined)
      else resolve(orderOf(after) > orderOf(end) ? after : end)
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

type News = { horizon: string; places: number[] }

/** The same condition as that of reading the log, which a reader with news does next. */
async function findNews(feed: Pick<Feed, 'look'>, asked: readonly Asked[]): Promise<News> {
  const positions = asked.map(({ tenantId, after }, place) => ({
    place,
    tenant_id: tenantId,
    xid: after.xid,
    id: after.id,
    since: new Date(timeOf(after).getTime() - CLOCK_SLACK_MS),
  }))
  const [news] = await feed.look.rows<News>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, array(
      select p.place from json_to_recordset(${JSON.stringify(positions)})
        as p (place integer, tenant_id uuid, xid text, id uuid, since timestamptz)
      where exists (
        select from events e
        where (e.tenant_id, e.xid, e.id) > (p.tenant_id, p.xid::xid8, p.id) and e.tenant_id = p.tenant_id
          and e.occurred_at >= p.since and e.xid < pg_snapshot_xmin(pg_current_snapshot()))) as places`)
  if (!news) throw new Error('the look returned no row')
  return news
}
