// One look for all quiet streams of this process: which of their tenants have new events. Without it, every tenant whose
// dashboard is open would cost a transaction per second, in each process.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Feed } from '#db/feed/feed.ts'
import { sql } from '#db/sql.ts'
import { orderOf, type Position, positionAtHorizon, timeOf } from './position.ts'

export type Quiet = {
  tenantId: string
  after: Position
  /** The end of the log, as long as there are no events after the position. */
  onEnd: (end: Position) => void
  signal: AbortSignal
}

/** Resolves when there are events after the position, and when the signal is aborted. */
export type QuietLook = (quiet: Quiet) => Promise<void>

/** How long the first one waits for others. */
const GATHER_MS = 500
const LOOK_EVERY_MS = 1_000
const TENANTS_PER_LOOK = 1_000
/** How far clocks of processes may differ; it only prunes partitions that are long past. */
const CLOCK_SLACK_MS = 24 * 60 * 60_000

type Asked = Pick<Quiet, 'tenantId' | 'onEnd'> & {
  after: Position
  resolve: () => void
  reject: (error: unknown) => void
}

export function createQuietLook(
  feed: Pick<Feed, 'look'>,
  { gatherMs = GATHER_MS, everyMs = LOOK_EVERY_MS } = {},
): QuietLook {
  const waiting = new Set<Asked>()
  let isLooking = false

  /** One after the other, so that one connection is enough. */
  async function lookWhileAsked(): Promise<void> {
    isLooking = true
    for (let waitMs = gatherMs; ; waitMs = everyMs) {
      await sleep(waitMs, undefined, { ref: false })
      if (waiting.size === 0) break
      const asked = [...waiting]
      await findReady(feed, asked).catch((error: unknown) => {
        for (const { reject } of asked) reject(error)
      })
    }
    isLooking = false
  }

  return async ({ signal, ...quiet }) => {
    if (signal.aborted) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const asked = { ...quiet, resolve, reject }
    waiting.add(asked)
    const stop = () => resolve()
    signal.addEventListener('abort', stop)
    if (!isLooking) void lookWhileAsked()
    try {
      await promise
    } finally {
      waiting.delete(asked)
      signal.removeEventListener('abort', stop)
    }
  }
}

async function findReady(feed: Pick<Feed, 'look'>, asked: readonly Asked[]): Promise<void> {
  const { horizon, has_events: hasEvents } = await findAny(feed, asked)
  if (!hasEvents) return moveOn(asked, positionAtHorizon(horizon, new Date()))
  for (let at = 0; at < asked.length; at += TENANTS_PER_LOOK) {
    const some = asked.slice(at, at + TENANTS_PER_LOOK)
    const news = await findNews(feed, some)
    const found = new Set(news.places)
    for (const [place, { resolve }] of some.entries()) if (found.has(place)) resolve()
    const others = some.filter((_, place) => !found.has(place))
    moveOn(others, positionAtHorizon(news.horizon, new Date()))
  }
}

/** As when reading: a position never moves back. */
function moveOn(asked: readonly Asked[], end: Position): void {
  for (const one of asked) {
    if (orderOf(one.after) > orderOf(end)) continue
    one.after = end
    one.onEnd(end)
  }
}

type Any = { horizon: string; has_events: boolean }

/** Whether any tenant has events after the oldest position. In an idle installation this is all that is asked. */
async function findAny(feed: Pick<Feed, 'look'>, asked: readonly Asked[]): Promise<Any> {
  const oldest = asked.map(({ after }) => after).reduce((a, b) => (orderOf(a) < orderOf(b) ? a : b))
  const [any] = await feed.look.rows<Any>(sql`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, exists (
      select from events e
      where e.xid >= ${oldest.xid}::xid8 and e.xid < pg_snapshot_xmin(pg_current_snapshot())
        and e.occurred_at >= ${sinceOf(oldest)}::timestamptz) as has_events`)
  if (!any) throw new Error('the look returned no row')
  return any
}

const sinceOf = (position: Position) => new Date(timeOf(position).getTime() - CLOCK_SLACK_MS)

type News = { horizon: string; places: number[] }

/** The same condition as that of reading the log, which a reader with news does next. */
async function findNews(feed: Pick<Feed, 'look'>, asked: readonly Asked[]): Promise<News> {
  const positions = asked.map(({ tenantId, after }, place) => ({
    place,
    tenant_id: tenantId,
    xid: after.xid,
    id: after.id,
    since: sinceOf(after),
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
