// What only time puts into inboxes, every minute: tasks that are due soon or overdue. Several workers may run it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { notifyDue, trimInboxes } from '#domains/inbox/index.ts'
import { createHeartbeat } from '#lib/heartbeat.ts'
import type { Logger } from '#observe/log.ts'

export type InboxWorkerOptions = {
  db: Pick<Database, 'feed'>
  log: Pick<Logger, 'warn'>
  /** Only tests pass another. */
  intervalMs?: number
}

const INTERVAL_MS = 60_000
/** Rounds between two looks for inboxes that are too long. */
const TRIM_EVERY = 10
/** The heartbeat of a worker that sleeps between rounds. */
const STALLED_MS = 3 * INTERVAL_MS

export type InboxWorker = { isAlive: () => boolean; stop: () => Promise<void> }

export function startInboxWorker({ db, log, intervalMs }: InboxWorkerOptions): InboxWorker {
  const stopping = new AbortController()
  const heartbeat = createHeartbeat(STALLED_MS)
  const attempt = (work: () => Promise<unknown>) =>
    work().catch((error: unknown) =>
      log.warn({ err: error }, 'inbox maintenance failed; it is retried'),
    )
  let full: Awaited<ReturnType<typeof trimInboxes>> = []
  const trim = async () => {
    full = await db.feed.tx((tx) => trimInboxes(tx))
  }
  const rounds = (async () => {
    for (let round = 0; !stopping.signal.aborted; round++) {
      heartbeat.beat()
      if (round % TRIM_EVERY === 0) await attempt(trim)
      await attempt(() => db.feed.tx((tx) => notifyDue(tx, full)))
      const wait = { signal: stopping.signal }
      await sleep(intervalMs ?? INTERVAL_MS, undefined, wait).catch(() => undefined)
    }
  })()
  return {
    isAlive: heartbeat.isAlive,
    async stop() {
      stopping.abort()
      await rounds
    },
  }
}
