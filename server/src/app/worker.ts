// Role worker: housekeeping that no request should wait for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { deleteExpiredAnswers } from '#db/idempotency.ts'
import { deleteOldRows } from '#db/operate/old-rows.ts'
import { dropOldPartitions, ensurePartitions, type PartitionedTable } from '#db/partitions.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { expireJobs } from '#domains/edge/index.ts'
import { listActiveTenants } from '#domains/tenants/index.ts'
import type { Logger } from '#observe/log.ts'

const ROUND_MS = 10 * 60_000
const PURGE_BATCH = 5_000
/** Jobs of connectors, with the rows they brought. */
const EDGE_JOB_MS = 7 * 86_400_000

export type Worker = { stop: () => Promise<void> }

export type House = {
  config: Pick<Config<'database'>, 'retention'>
  db: Database
  log: Pick<Logger, 'info' | 'error'>
}

export function startWorker(house: House): Worker {
  const stopping = new AbortController()
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      await keepHouse(house, stopping.signal)
      // This wait is what keeps a process alive that is only a worker; its idle connections close and break.
      await sleep(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await rounds
    },
  }
}

/** Each chore on its own: one that fails is logged and tried again next round, and keeps no other from its work. */
export async function keepHouse(house: House, signal?: AbortSignal): Promise<void> {
  const { config, db, log } = house
  const { eventMs, deliveryMs, auditMs } = config.retention
  const drop = (table: PartitionedTable, keptMs: number | null) =>
    dropOldPartitions(db.maintenance, table, keptMs, signal)
  const chores = {
    partitions_made: () => ensurePartitions(db.maintenance, signal),
    events_dropped: () => drop('events', eventMs),
    deliveries_dropped: () => drop('deliveries', deliveryMs),
    attempts_dropped: () => drop('delivery_attempts', deliveryMs),
    audit_dropped: () => drop('audit_entries', auditMs),
    answers_expired: () => purge(house, signal, deleteExpiredAnswers),
    messages_dropped: () => purgeOld(house, signal, deliveryMs, 'inbound_messages'),
    edge_jobs_expired: () => purge(house, signal, expireJobs),
    edge_jobs_dropped: () => purgeOld(house, signal, EDGE_JOB_MS, 'edge_jobs'),
    link_steps_dropped: () => purgeOld(house, signal, auditMs, 'link_history'),
  }
  const done: Record<string, unknown> = {}
  for (const [chore, work] of Object.entries(chores)) {
    if (signal?.aborted) return
    try {
      done[chore] = await work()
    } catch (error) {
      log.error({ err: error, chore }, 'housekeeping failed; it is tried again next round')
    }
  }
  log.info(done, 'housekeeping')
}

/** Tenant by tenant, a batch at a time. */
async function purge(
  { db }: House,
  signal: AbortSignal | undefined,
  deleteSome: (tx: Tx, limit: number) => Promise<number>,
): Promise<number> {
  let deleted = 0
  for (const { tenant_id: tenantId } of await listActiveTenants(db.auth)) {
    for (let gone = PURGE_BATCH; gone === PURGE_BATCH; deleted += gone) {
      if (signal?.aborted) return deleted
      gone = await db.tenantTx(tenantId, (tx) => deleteSome(tx, PURGE_BATCH))
    }
  }
  return deleted
}

function purgeOld(
  house: House,
  signal: AbortSignal | undefined,
  keptMs: number | null,
  table: Parameters<typeof deleteOldRows>[1],
): Promise<number> | number {
  if (keptMs === null) return 0
  const before = new Date(Date.now() - keptMs)
  return purge(house, signal, (tx, limit) => deleteOldRows(tx, table, before, limit))
}
