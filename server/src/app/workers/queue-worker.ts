// Maintenance of the queues, every second: leases that ended, tasks that are due, questions without answer.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Keyring } from '#crypto/keyring.ts'
import type { WorkContext } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import { countLiveRuns } from '#domains/queues/index.ts'
import { findDueTenants, tendQueues } from '#domains/work/index.ts'
import { createHeartbeat } from '#lib/heartbeat.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount, observeLabeledGauge } from '#observe/metrics.ts'

export type QueueWorkerOptions = {
  db: Pick<Database, 'feed' | 'tenantTx'>
  keyring: Keyring
  limits?: ByteLimits
  log: Pick<Logger, 'warn'>
  /** Only tests pass another. */
  intervalMs?: number
}

const INTERVAL_MS = 1_000
/** Tenants at the same time: each needs a connection. */
const PARALLEL = 2
/** As long as the interval, so that a backlog takes at most half of the time: deliveries and syncs run in this process, too. */
const FURTHER_TURNS_MS = 1_000
/** Looks of one round; each leaves out the tenants of the ones before. */
const LOOKS = 5

const COUNT_EVERY_MS = 15_000

export type QueueWorker = { isAlive: () => boolean; stop: () => Promise<void> }

export function startQueueWorker(options: QueueWorkerOptions): QueueWorker {
  const stopping = new AbortController()
  const heartbeat = createHeartbeat()
  const tend = createTender(options)
  const counting = watchLiveRuns(options)

  async function look(): Promise<void> {
    const seen = new Set<string>()
    for (let looks = 0; looks < LOOKS && !stopping.signal.aborted; looks++) {
      const found = await options.db.feed.tx((tx) => findDueTenants(tx, [...seen]))
      if (found.length === 0) return
      for (const id of found) seen.add(id)
      await takeTurns(found, async (id) => {
        heartbeat.beat()
        if (stopping.signal.aborted) return false
        return tend(id).catch((error: unknown) => {
          const message = 'queue maintenance failed; it is retried'
          options.log.warn({ err: error, tenant_id: id }, message)
          return false
        })
      })
    }
  }

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      heartbeat.beat()
      await look().catch((error: unknown) =>
        options.log.warn({ err: error }, 'failed to find due tasks; it is retried'),
      )
      const wait = { signal: stopping.signal }
      await sleep(options.intervalMs ?? INTERVAL_MS, undefined, wait).catch(() => undefined)
    }
  })()
  return {
    isAlive: heartbeat.isAlive,
    async stop() {
      stopping.abort()
      clearInterval(counting)
      await rounds
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
    db.feed
      .tx(countLiveRuns)
      .then((counted) => void (latest = counted))
      .catch((error: unknown) => log.warn({ err: error }, 'failed to count the runs'))
  }, COUNT_EVERY_MS)
}

/** Every tenant gets a turn. Those with more to do get further turns in rotation, until the time is up. */
async function takeTurns(
  ids: readonly string[],
  work: (id: string) => Promise<boolean>,
): Promise<void> {
  const line = [...ids]
  const endsAt = performance.now() + FURTHER_TURNS_MS
  const one = async () => {
    for (let id = line.shift(); id; id = line.shift()) {
      if ((await work(id)) && performance.now() < endsAt) line.push(id)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, one))
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
