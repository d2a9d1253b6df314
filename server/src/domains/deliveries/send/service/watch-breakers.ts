// The circuit breakers of a worker, in the database: until when one pauses is stored for users, and a user who asks for a retry
// ends the pause.
import type { WorkContext } from '#db/context.ts'
import type { Feed } from '#db/feed/feed.ts'
import { notePause } from '#domains/webhooks/index.ts'
import type { OpenReceiver, ReceiverPool } from '#jobs/receiver-pool.ts'
import { listRetried } from '../store.ts'

/** While at least one breaker is open. */
const LOOK_EVERY_MS = 500

export type BreakerWatchOptions = {
  feed: Pick<Feed, 'tx'>
  receivers: Pick<ReceiverPool, 'listOpen' | 'reset'>
  onError: (error: unknown) => void
}

export function watchBreakers({ feed, receivers, onError }: BreakerWatchOptions) {
  let isLooking = false
  const look = async () => {
    const open = receivers.listOpen()
    if (open.length === 0) return
    const retried = await feed.tx((tx) => listRetried(tx, open))
    // The clock of the breakers.
    const now = performance.now()
    for (const { group, openedAt } of open) {
      const agoMs = retried.get(group)
      // Compared by age, because clocks differ.
      if (agoMs !== undefined && now - agoMs > openedAt) receivers.reset(group)
    }
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(onError)
      .finally(() => void (isLooking = false))
  }, LOOK_EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

export function recordPause({ tx }: WorkContext, { group, openMs }: OpenReceiver): Promise<void> {
  return notePause(tx, group, openMs)
}
