// Reports the transaction that delays the event feed: in the metrics, and once in the log.
import type { Database } from '#db/database.ts'
import {
  describeBlocker,
  findLogBlocker,
  fixBlocker,
  type LogBlocker,
} from '#db/operate/log-blocker.ts'
import { readLag } from '#domains/deliveries/index.ts'
import type { Logger } from '#observe/log.ts'
import { observeLabeledGauge } from '#observe/metrics.ts'

const LOOK_EVERY_MS = 5_000
/** The feed returns events sooner unless a transaction delays it; without lag there is nothing to look for. */
const LAG_SECONDS = 2

/** The one that is open for at least `longMs`. Where its age is hidden, the lag of the feed is used instead. */
export async function findLongBlocker(
  db: Pick<Database, 'owner' | 'feed'>,
  longMs: number,
): Promise<LogBlocker | undefined> {
  const blocker = await findLogBlocker(db.owner)
  if (!blocker) return undefined
  const openMs = blocker.open_ms ?? (await readLag(db.feed)).feedSeconds * 1_000
  return openMs < longMs ? undefined : blocker
}

export type BlockerWatchOptions = {
  db: Pick<Database, 'maintenance'>
  /** Age of the oldest event that the feed does not return yet. */
  lagSeconds: () => number
  log: Pick<Logger, 'warn'>
}

export type BlockerWatch = { look: () => Promise<void>; stop: () => void }

export function watchLogBlocker({ db, lagSeconds, log }: BlockerWatchOptions): BlockerWatch {
  let blocker: LogBlocker | undefined
  let named = ''
  observeLabeledGauge(
    'task_service.dispatch.blocked_seconds',
    'Age of the transaction that delays the event feed; its labels identify it',
    () => (blocker ? [{ value: secondsOf(blocker, lagSeconds()), labels: labelsOf(blocker) }] : []),
  )
  async function look(): Promise<void> {
    blocker = lagSeconds() > LAG_SECONDS ? await findLogBlocker(db.maintenance) : undefined
    const name = blocker ? JSON.stringify(labelsOf(blocker)) : ''
    if (blocker && name !== named) {
      log.warn(
        { blocker, fix: fixBlocker(blocker) },
        `the event feed is delayed by the ${describeBlocker(blocker)}`,
      )
    }
    named = name
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      log.warn({ err: error }, 'failed to look for the transaction that delays the event feed')
    })
  }, LOOK_EVERY_MS)
  return { look, stop: () => clearInterval(timer) }
}

function secondsOf({ open_ms: openMs }: LogBlocker, lagSeconds: number): number {
  return openMs === null ? lagSeconds : openMs / 1_000
}

function labelsOf(blocker: LogBlocker): Record<string, string> {
  const { kind, database, user, pid, application, gid } = blocker
  return {
    kind,
    database,
    user,
    ...(kind === 'session'
      ? { pid: String(pid), application: application ?? '' }
      : { gid: gid ?? '' }),
  }
}
