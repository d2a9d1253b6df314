// Fills a migrated database with tenants and tasks, the way requests would have: as the runtime role, one tenant per
// transaction, rows of all tenants mixed on disk in the order of their creation.
import { availableParallelism } from 'node:os'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { sql } from '../../server/src/db/sql.ts'
import type { Tx } from '../../server/src/db/tenant-tx.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { insertTasks, readCounter, setCounter, type TaskRun } from './insert-tasks.ts'
import { formatCount, formatTime, type Progress, startProgress } from './progress.ts'
import { rebuildIndexes, setIndexesAside } from './secondary-indexes.ts'
import { tenantSizes } from './tenant-sizes.ts'

export type DatasetOptions = {
  tenants: number
  tasks: number
  log: (line: string) => void
  /** 1 is Zipf's law, 0 gives every tenant the same. */
  skew?: number
  seed?: number
  connections?: number
  rolePrefix?: string
}

export type LoadedTenant = { id: string; slug: string; size: number }

export type Dataset = {
  /** Largest first; the first is the default tenant. */
  tenants: LoadedTenant[]
  /** What this call added; the rest was there. */
  added: number
  seconds: number
  bytes: number
}

const YEAR_MS = 365 * 86_400_000
const DEFAULT_SEED = 20_260_101
/** Bounds what one transaction holds; a broken load repeats nothing that was committed. */
const MAX_RUN = 10_000
/** Fewer rows at a time mix tenants better on disk and cost more transactions. */
const MEAN_RUN = 50
const MAX_ROUNDS = 52
const STATEMENT_TIMEOUT_MS = 600_000

type Plan = LoadedTenant & { isNew: boolean; done: number; seed: number }

export async function loadDataset(url: string, options: DatasetOptions): Promise<Dataset> {
  const { tasks, log } = options
  const connections = options.connections ?? 2 * availableParallelism()
  const db = openDatabase({
    url,
    rolePrefix: options.rolePrefix ?? 'task_service',
    poolSize: connections,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    const plans = await planTenants(db, options)
    await inParallel(plans, connections, (plan) => openTenant(db, plan))
    const done = plans.reduce((sum, plan) => sum + plan.done, 0)
    if (done > 0) log(`${formatCount(done)} tasks are there; adding the rest`)
    await setIndexesAside(db, tasks - done, log)
    const progress = startProgress({ total: tasks, done, unit: 'tasks' }, log)
    await fillTenants(db, plans, connections, progress)
    const filled = progress.end()
    log(
      `${formatCount(tasks - done)} tasks in ${formatTime(filled.seconds)}, ${formatCount(filled.perSecond)}/s; settling`,
    )
    await rebuildIndexes(db, log)
    const bytes = await settle(db)
    const { seconds } = progress.end()
    return { tenants: plans.map(describe), added: tasks - done, seconds, bytes }
  } finally {
    await db.close()
  }
}

function describe({ id, slug, size }: Plan): LoadedTenant {
  return { id, slug, size }
}

async function planTenants(db: Database, options: DatasetOptions): Promise<Plan[]> {
  const existing = await db.auth.rows<{ slug: string; tenant_id: string }>(
    sql`select slug, tenant_id from tenants`,
  )
  const ids = new Map(existing.map((row) => [row.slug, row.tenant_id]))
  const sizes = tenantSizes(options.tenants, options.tasks, options.skew)
  const seed = options.seed ?? DEFAULT_SEED
  return sizes.map((size, index) => {
    const slug = index === 0 ? 'default' : `load-${index + 1}`
    const id = ids.get(slug)
    return { id: id ?? uuidv7(), slug, size, isNew: !id, done: 0, seed: seed + index * 8 }
  })
}

/** Makes the tenant, or finds out how far an earlier load came. */
async function openTenant(db: Database, plan: Plan): Promise<void> {
  plan.done = await db.tenantTx(plan.id, async (tx) => {
    if (plan.isNew) {
      await tx.rows(sql`
        insert into tenants (tenant_id, slug, name) values (${plan.id}, ${plan.slug}, ${plan.slug})`)
      return 0
    }
    return readCounter(tx)
  })
  if (plan.done > plan.size) {
    throw new Error(
      `tenant ${plan.slug} has ${plan.done} tasks, more than the ${plan.size} it should get; use an empty database`,
    )
  }
}

async function fillTenants(
  db: Database,
  plans: readonly Plan[],
  connections: number,
  progress: Progress,
): Promise<void> {
  const total = plans.reduce((sum, plan) => sum + plan.size, 0)
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(total / plans.length / MEAN_RUN))
  const endMs = Date.now()
  const span = { startMs: endMs - YEAR_MS, endMs }
  for (let round = 1; round <= rounds; round++) {
    await inParallel(plans, connections, async (plan) => {
      const upTo = Math.round((plan.size * round) / rounds)
      while (plan.done < upTo) {
        const run = { from: plan.done + 1, to: Math.min(upTo, plan.done + MAX_RUN) }
        await db.tenantTx(plan.id, (tx) =>
          writeRun(tx, { ...run, total: plan.size, seed: plan.seed, span }),
        )
        progress.add(run.to - plan.done)
        plan.done = run.to
      }
    })
  }
}

/** Sent together. Not waiting for the disk is safe here: a load that lost its last second goes on where it stands. */
async function writeRun(tx: Tx, run: TaskRun): Promise<void> {
  await Promise.all([
    tx.rows(sql`set local synchronous_commit = off`),
    // The statement is longer to plan than to run for the few rows of a small tenant.
    tx.rows(sql`set local plan_cache_mode = force_generic_plan`),
    insertTasks(tx, run),
    setCounter(tx, run.to),
  ])
}

async function settle(db: Database): Promise<number> {
  for (const statement of [
    sql`vacuum (analyze) tasks`,
    sql`vacuum (analyze) task_labels`,
    sql`vacuum (analyze) task_counters`,
    sql`vacuum (analyze) tenants`,
  ]) {
    await db.owner.rows(statement)
  }
  const [row] = await db.owner.rows<{ bytes: number }>(
    sql`select pg_database_size(current_database()) as bytes`,
  )
  return row?.bytes ?? 0
}

async function inParallel<T>(
  items: readonly T[],
  workers: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const drain = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: workers }, drain))
}
