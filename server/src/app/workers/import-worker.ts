// Continues imports in the background, in every worker: each import is locked by one of them, for one step at a time.
import { setTimeout as sleep } from 'node:timers/promises'
import { ImportedTask } from '@task-service/contract'
import type { Keyring } from '#crypto/keyring.ts'
import type { Database } from '#db/database.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { findActiveTenants, noteFault, type Tended, tendImports } from '#domains/imports/index.ts'
import { findFault } from '#http/json-body.ts'
import { compileCheck } from '#http/validation.ts'
import { isUnavailable } from '#lib/database-failure.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount } from '#observe/metrics.ts'
import { startTenantRounds } from './tenant-rounds.ts'

export type ImportWorkerOptions = {
  db: Pick<Database, 'feed' | 'tenantTx'>
  keyring: Keyring
  limits?: ByteLimits
  log: Pick<Logger, 'warn'>
  /** Only tests pass another. */
  intervalMs?: number
}

/** People wait for the dry run. */
const INTERVAL_MS = 500
/** After a step, as long a pause: requests of all tenants get at least half of the database. */
const PAUSE_PER_STEP = 1
const MAX_PAUSE_MS = 1_000

export type ImportWorker = { isAlive: () => boolean; stop: () => Promise<void> }

export function startImportWorker(options: ImportWorkerOptions): ImportWorker {
  const { db, log } = options
  const counts = { rows: 0, created: 0 }
  observeCount('task_service.imports.rows', 'Rows read by imports', () => counts.rows)
  observeCount('task_service.imports.created', 'Tasks created by imports', () => counts.created)
  return startTenantRounds({
    name: 'importing tasks',
    log,
    intervalMs: options.intervalMs ?? INTERVAL_MS,
    find: (except) => findActiveTenants(db.feed.look, except),
    async tend(tenantId) {
      const startedAt = performance.now()
      const done = await takeStep(options, tenantId)
      counts.rows += done.rows
      counts.created += done.created
      if (!done.hasMore) return false
      await sleep(Math.min(MAX_PAUSE_MS, (performance.now() - startedAt) * PAUSE_PER_STEP))
      return true
    },
  })
}

async function takeStep(options: ImportWorkerOptions, tenantId: string): Promise<Tended> {
  const { db } = options
  try {
    return await db.tenantTx(tenantId, (tx) => tendImports(contextOf(options, tx), checkTask))
  } catch (error) {
    // An outage is no reason to give up.
    if (!isUnavailable(error)) {
      const note = (tx: Tx) => noteFault(contextOf(options, tx))
      await db.tenantTx(tenantId, note).catch(() => undefined)
    }
    throw error
  }
}

const checkSchema = compileCheck('body', ImportedTask)

/** As a request with this task would be checked. */
function checkTask(task: unknown): void {
  const fault = findFault(task)
  if (fault) throw fault
  checkSchema(task)
}

function contextOf({ keyring, limits }: ImportWorkerOptions, tx: Tx) {
  return { tx, requestId: uuidv7(), now: new Date(), keyring, ...(limits && { limits }) }
}
