// Role worker: periodic maintenance, by one worker of the installation at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { type MaintenanceParts, runMaintenance } from '#app/maintenance/maintenance.ts'
import { claimMaintenance } from '#db/operate/maintenance-lease.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { observeGauge } from '#observe/metrics.ts'

/** How often maintenance runs, and how often each worker checks whether it is due. */
const ROUND_MS = 10 * 60_000
const LOOK_MS = 60_000

export type Worker = { stop: () => Promise<void> }

export function startWorker(parts: MaintenanceParts): Worker {
  const stopping = new AbortController()
  // Until its first round, the start counts: another worker may run all rounds.
  let succeededAt = Date.now()
  observeGauge(
    'task_service.maintenance.last_success_timestamp_seconds',
    'Time of the last complete maintenance round of this worker, or of its start',
    () => succeededAt / 1_000,
  )
  const onComplete = () => void (succeededAt = Date.now())
  const rounds = (async () => {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      const ran = await runRound({ ...parts, onComplete }, stopping.signal)
      // Logged even if another worker holds the lease, so that the operator sees that this one runs.
      if (isFirst && !ran)
        parts.log.info({ skipped: 'not due, or running in another worker' }, 'maintenance')
      // This timer keeps a worker-only process alive; idle connections do not.
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await rounds
    },
  }
}

/** False when it was not due, or another worker holds the lease. */
export async function runRound(
  { onComplete, ...parts }: MaintenanceParts & { onComplete?: () => void },
  signal?: AbortSignal,
): Promise<boolean> {
  try {
    const lease = await claimMaintenance(parts.db.maintenance, uuidv7())
    if (!lease) return false
    const isComplete = await runMaintenance({ ...parts, mayContinue: lease.renew }, signal)
    if (isComplete) onComplete?.()
    // Another worker continues immediately with what a stopped one left.
    await lease.release(signal?.aborted ? 0 : ROUND_MS)
  } catch (error) {
    parts.log.error({ err: error }, 'maintenance failed to start; it is retried in a minute')
  }
  return true
}
