// How far the dispatcher and the event feed are behind the log, for operators.
import type { Feed } from '#db/feed/feed.ts'
import { readTimes } from '../store/lag-times.ts'
import { openWindow, readKeys } from '../store/progress.ts'

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

export type LagWatch = { latest: () => Lag; stop: () => void }

export function watchLag(feed: Feed, onError: (error: unknown) => void): LagWatch {
  let latest: Lag = { seconds: 0, feedSeconds: 0 }
  const timer = setInterval(() => {
    readLag(feed).then((lag) => void (latest = lag), onError)
  }, LOOK_EVERY_MS)
  return { latest: () => latest, stop: () => clearInterval(timer) }
}
