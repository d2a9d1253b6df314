// Creates the tasks of schedules that are due, every few seconds, in every worker: each schedule is locked by one of them.
import type { Keyring } from '#crypto/keyring.ts'
import type { WorkContext } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import { findDueTenants, tendSchedules } from '#domains/schedules/index.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount } from '#observe/metrics.ts'
import { startTenantRounds } from './tenant-rounds.ts'

export type ScheduleWorkerOptions = {
  db: Pick<Database, 'feed' | 'tenantTx'>
  keyring: Keyring
  limits?: ByteLimits
  log: Pick<Logger, 'warn'>
  /** Only tests pass another. */
  intervalMs?: number
  now?: () => Date
}

/** Schedules have minutes. */
const INTERVAL_MS = 5_000

export type ScheduleWorker = { isAlive: () => boolean; stop: () => Promise<void> }

export function startScheduleWorker(options: ScheduleWorkerOptions): ScheduleWorker {
  const { db, log, now = () => new Date() } = options
  const counts = { created: 0, failed: 0 }
  const created = 'Tasks that schedules created'
  observeCount('task_service.schedules.created', created, () => counts.created)
  const failed = 'Occurrences of schedules that created no task'
  observeCount('task_service.schedules.failed', failed, () => counts.failed)
  return startTenantRounds({
    name: 'creating the tasks of schedules',
    log,
    intervalMs: options.intervalMs ?? INTERVAL_MS,
    find: (except) => findDueTenants(db.feed.look, now(), except),
    async tend(tenantId) {
      const done = await db.tenantTx(tenantId, (tx) => tendSchedules(contextOf(options, tx, now())))
      counts.created += done.created
      counts.failed += done.failed
      return done.hasMore
    },
  })
}

function contextOf(
  { keyring, limits }: ScheduleWorkerOptions,
  tx: WorkContext['tx'],
  now: Date,
): WorkContext {
  return {
    tx,
    actor: { kind: 'system', id: 'schedules' },
    requestId: uuidv7(),
    now,
    keyring,
    ...(limits && { limits }),
  }
}
