// Role worker: housekeeping that no request should wait for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { deleteExpiredAnswers } from '#db/idempotency.ts'
import { dropOldPartitions, ensurePartitions } from '#db/partitions.ts'
import { listActiveTenants } from '#domains/tenants/index.ts'
import type { Logger } from '#observe/log.ts'

const ROUND_MS = 10 * 60_000
const PURGE_BATCH = 5_000

export type Worker = { stop: () => Promise<void> }

export function startWorker(options: {
  config: Config<'database'>
  db: Database
  log: Logger
}): Worker {
  const stopping = new AbortController()
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      await keepHouse(options, stopping.signal).catch((error: unknown) =>
        options.log.error({ err: error }, 'housekeeping failed; it is tried again next round'),
      )
      await sleep(ROUND_MS, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      )
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await rounds
    },
  }
}

export async function keepHouse(
  options: { config: Config<'database'>; db: Database; log: Logger },
  signal?: AbortSignal,
): Promise<void> {
  const { config, db, log } = options
  const made = await ensurePartitions(db.owner)
  const dropped = [
    ...(await dropOldPartitions(db.owner, 'events', config.retention.eventMs)),
    ...(await dropOldPartitions(db.owner, 'audit_entries', config.retention.auditMs)),
  ]
  let expired = 0
  for (const { tenant_id: tenantId } of await listActiveTenants(db.auth)) {
    for (let gone = PURGE_BATCH; gone === PURGE_BATCH; expired += gone) {
      if (signal?.aborted) return
      gone = await db.tenantTx(tenantId, (tx) => deleteExpiredAnswers(tx, PURGE_BATCH))
    }
  }
  log.info(
    { partitions_made: made, partitions_dropped: dropped, answers_expired: expired },
    'housekeeping',
  )
}
