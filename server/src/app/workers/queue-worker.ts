// Maintenance of the queues, every second: leases that ended, tasks that are due, questions without answer.
import type { Keyring } from '#crypto/keyring.ts'
import type { WorkContext } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import { countLiveRuns } from '#domains/queues/index.ts'
import { findDueTenants, tendQueues } from '#domains/work/index.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount, observeLabeledGauge } from '#observe/metrics.ts'
import { startTenantRounds } from './tenant-rounds.ts'

export type QueueWorkerOptions = {
  db: Pick<Database, 'feed' | 'tenantTx'>
  keyring: Keyring
  limits?: ByteLimits
  log: Pick<Logger, 'warn'>
  /** Only tests pass another. */
  intervalMs?: number
}

const INTERVAL_MS = 1_000
const COUNT_EVERY_MS = 15_000

export type QueueWorker = { isAlive: () => boolean; stop: () => Promise<void> }

export function startQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const counting = watchLiveRuns(options)
  const rounds = startTenantRounds({
    name: 'queue maintenance',
    log: options.log,
    intervalMs: options.intervalMs ?? INTERVAL_MS,
    find: (except) => findDueTenants(options.db.feed.look, except),
    tend: createTender(options),
  })
  return {
    isAlive: rounds.isAlive,
    async stop() {
      clearInterval(counting)
      await rounds.stop()
    },
  }
}

/** One turn of a tenant; true if it has more to do. */
function createTender(options: QueueWorkerOptions) {
  const counts = { expired: 0, queued: 0 }
  const leases = 'Leases that ended without a heartbeat'
  observeCount('task_service.leases.expired', leases, () => counts.expired)
  observeCount(
    'task_service.tasks.queued',
    'Tasks queued when they became due',
    () => counts.queued,
  )
  return async (tenantId: string): Promise<boolean> => {
    const done = await tendQueues((work) =>
      options.db.tenantTx(tenantId, (tx) => work(contextOf(options, tx))),
    )
    counts.expired += done.expired
    counts.queued += done.queued
    return done.hasMore
  }
}

/** Every worker counts the runs of the whole installation. */
function watchLiveRuns({ db, log }: QueueWorkerOptions): NodeJS.Timeout {
  let latest: Awaited<ReturnType<typeof countLiveRuns>> | undefined
  observeLabeledGauge('task_service.runs.live', 'Runs that have not ended, by state', () =>
    Object.entries(latest ?? {}).map(([state, value]) => ({ value, labels: { state } })),
  )
  return setInterval(() => {
    countLiveRuns(db.feed.look)
      .then((counted) => void (latest = counted))
      .catch((error: unknown) => log.warn({ err: error }, 'failed to count the runs'))
  }, COUNT_EVERY_MS)
}

function contextOf({ keyring, limits }: QueueWorkerOptions, tx: WorkContext['tx']): WorkContext {
  return {
    tx,
    actor: { kind: 'system', id: 'queues' },
    requestId: uuidv7(),
    now: new Date(),
    keyring,
    ...(limits && { limits }),
  }
}
