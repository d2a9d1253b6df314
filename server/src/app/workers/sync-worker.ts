// The sync worker: claims integrations of all tenants that are due, and processes each under a lease.
import type { Actor } from '@task-service/contract'
import type { Keyring } from '#crypto/keyring.ts'
import type { WorkContext } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import { claimWork, type EngineParts, type Lease, runTick } from '#domains/sync/index.ts'
import { createHeartbeat } from '#lib/heartbeat.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { createWakeup } from '#lib/wakeup.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'

export type SyncWorkerOptions = Pick<
  EngineParts,
  'host' | 'openSecret' | 'log' | 'leaseMs' | 'retryMs'
> & {
  db: Pick<Database, 'feed' | 'tenantTx'>
  keyring: Keyring
  limits?: ByteLimits
  /** Maximum integrations at a time. */
  concurrency: number
}

const SHORTEST_WAIT_MS = 50
const LONGEST_WAIT_MS = 500
const PAUSE_MS = 1_000

export type SyncWorker = {
  /** False when the loop has been stalled for a minute. */
  isAlive: () => boolean
  stop: () => Promise<void>
}

export function startSyncWorker(options: SyncWorkerOptions): SyncWorker {
  const { db, log, concurrency, leaseMs } = options
  const parts: EngineParts = {
    ...options,
    inTenant: (tenantId, actor, work) =>
      db.tenantTx(tenantId, (tx) => work(contextOf(options, actor, tx))),
  }
  const stopping = new AbortController()
  const wakeup = createWakeup({ shortestMs: SHORTEST_WAIT_MS, longestMs: LONGEST_WAIT_MS })
  const turns = new Map<string, { lease: Lease; done: Promise<void> }>()
  let turnCount = 0
  const heartbeat = createHeartbeat()
  observeGauge('task_service.sync.running', 'Integrations being synced', () => turns.size)
  observeCount(
    'task_service.sync.turns',
    'Times an integration was claimed and processed',
    () => turnCount,
  )

  function begin(lease: Lease): void {
    turnCount++
    const done = runTick(parts, lease, stopping.signal).finally(() => {
      turns.delete(lease.token)
      wakeup.notify()
    })
    turns.set(lease.token, { lease, done })
  }

  async function look(): Promise<boolean> {
    const slots = concurrency - turns.size
    const busy = [...turns.values()].map(({ lease }) => lease.tenantId)
    const leases = await claimWork(db.feed, { slots, most: concurrency, busy, leaseMs })
    for (const lease of leases) begin(lease)
    return leases.length > 0
  }

  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      heartbeat.beat()
      try {
        await wakeup.wait(await look())
      } catch (error) {
        log.warn({ err: error }, 'failed to claim integrations; it is retried')
        await new Promise((resume) => setTimeout(resume, PAUSE_MS))
      }
    }
  })()
  return {
    isAlive: heartbeat.isAlive,
    async stop() {
      stopping.abort()
      wakeup.notify()
      await rounds
      await Promise.all([...turns.values()].map(({ done }) => done))
    },
  }
}

function contextOf(
  { keyring, limits }: Pick<SyncWorkerOptions, 'keyring' | 'limits'>,
  actor: Actor,
  tx: WorkContext['tx'],
): WorkContext {
  return { tx, actor, requestId: uuidv7(), now: new Date(), keyring, ...(limits && { limits }) }
}
