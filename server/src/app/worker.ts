// Role worker: rounds of maintenance, by one worker of the installation at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { claimMaintenance } from '#db/operate/maintenance-lease.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { type MaintenanceParts, runMaintenance } from './maintenance/maintenance.ts'

/** How often an installation is maintained, and how often each worker asks whether it is its turn. */
const ROUND_MS = 10 * 60_000
const LOOK_MS = 60_000

export type Worker = { stop: () => Promise<void> }

export function startWorker(parts: MaintenanceParts): Worker {
  const stopping = new AbortController()
  const rounds = (async () => {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      const ran = await runRound(parts, stopping.signal)
      // Logged even if another worker holds the lease, so that the operator sees that this one runs.
      if (isFirst && !ran)
        parts.log.info({ skipped: 'not due, or another worker’s turn' }, 'maintenance')
      // This wait is what keeps a process alive that is only a worker; its idle connections close and break.
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

/** False when it was not this worker's turn. */
export async function runRound(parts: MaintenanceParts, signal?: AbortSignal): Promise<boolean> {
  try {
    const lease = await claimMaintenance(parts.db.maintenance, uuidv7())
    if (!lease) return false
    await runMaintenance({ ...parts, mayGoOn: lease.renew }, signal)
    // Another worker goes on at once with what a stopped one left.
    await lease.release(signal?.aborted ? 0 : ROUND_MS)
  } catch (error) {
    parts.log.error({ err: error }, 'maintenance could not begin; it is retried in a minute')
  }
  return true
}
