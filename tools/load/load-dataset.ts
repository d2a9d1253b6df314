// Fills a migrated database with tenants and tasks, the way requests would have: as a runtime role under row security,
// rows of all tenants mixed on disk in the order of their creation.
import { availableParallelism } from 'node:os'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { sql } from '../../server/src/db/sql.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { insertTasks, readCounters, type TaskRun } from './insert-tasks.ts'
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
const MAX_ROWS = 10_000
/** Row security looks through their names for every row. */
const MAX_TENANTS = 200
/** A tenant's rows arrive in portions of this size, mixed with those of the others in the transaction. */
const MEAN_RUN = 50
const MAX_ROUNDS = 52
/** As many transactions for several tenants as the database layer runs at a time. */
const GROUP_CONNECTIONS = 2
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
    await openTenants(db, plans, connections)
    const done = plans.reduce((sum, plan) => sum + plan.done, 0)
    if (done > 0) log(`${formatCount(done)} tasks are there; adding the rest`)
    await setIndexesAside(db, tasks - done, log)
    const progress = startProgress({ total: tasks, done, unit: 'tasks' }, log)
    await fillTenants(db, plans, progress)
    const filled = progress.end()
    log(
      `${formatCount(tasks - done)} tasks in ${formatTime(filled.seconds)}, ${formatCount(filled.perSecond)}/s; settling`,
    )
    await rebuildIndexes(db, url, log)
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

/** Makes the tenants that are missing, and finds out how far an earlier load came with the others. */
async function openTenants(db: Database, plans: readonly Plan[], workers: number): Promise<void> {
  const [missing, existing] = [plans.filter((plan) => plan.isNew), plans.filter((p) => !p.isNew)]
  await inParallel(missing, workers, async ({ id, slug }) => {
    await db.tenantTx(id, (tx) =>
      tx.rows(sql`insert into tenants (tenant_id, slug, name) values (${id}, ${slug}, ${slug})`),
    )
  })
  for (let start = 0; start < existing.length; start += MAX_TENANTS) {
    const portion = existing.slice(start, start + MAX_TENANTS)
    const ids = portion.map(({ id }) => id)
    const counters = await readCounters(db, ids)
    for (const plan of portion) plan.done = counters.get(plan.id) ?? 0
  }
  const full = plans.find((plan) => plan.done > plan.size)
  if (full) {
    throw new Error(
      `tenant ${full.slug} has ${full.done} tasks, more than the ${full.size} it should get; use an empty database`,
    )
  }
}

async function fillTenants(
  db: Database,
  plans: readonly Plan[],
  progress: Progress,
): Promise<void> {
  const total = plans.reduce((sum, plan) => sum + plan.size, 0)
  const rounds = Math.min(MAX_ROUNDS, Math.ceil(total / plans.length / MEAN_RUN))
  const endMs = Date.now()
  const span = { startMs: endMs - YEAR_MS, endMs }
  for (let round = 1; round <= rounds; round++) {
    // A large tenant takes several turns in a round: its rows must follow each other.
    for (;;) {
      const portions = packRuns(plans, round / rounds)
      if (portions.length === 0) break
      await inParallel(portions, GROUP_CONNECTIONS, async (runs) => {
        await insertTasks(db, runs, span)
        progress.add(countRows(runs))
      })
      const reached = new Map(portions.flat().map((run) => [run.tenantId, run.to]))
      for (const plan of plans) plan.done = reached.get(plan.id) ?? plan.done
    }
  }
}

/** At most one run for each tenant, up to the given part of its tasks, in portions of bearable size. */
function packRuns(plans: readonly Plan[], part: number): TaskRun[][] {
  const portions: TaskRun[][] = []
  let portion: TaskRun[] = []
  for (const { id, done, size, seed } of plans) {
    const to = Math.min(Math.round(size * part), done + MAX_ROWS)
    if (to <= done) continue
    const isFull = portion.length === MAX_TENANTS || countRows(portion) + to - done > MAX_ROWS
    if (isFull || portions.length === 0) {
      portion = []
      portions.push(portion)
    }
    portion.push({ tenantId: id, from: done + 1, to, total: size, seed })
  }
  return portions
}

function countRows(runs: readonly TaskRun[]): number {
  return runs.reduce((sum, run) => sum + run.to - run.from + 1, 0)
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
