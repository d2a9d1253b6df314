// Many changes of tasks, and what they leave behind in table and indexes.
import type { Client } from 'pg'

export type Upkeep = {
  /** As parts of what they were. */
  tableGrowth: number
  indexGrowth: number
  /** Dead rows at the end, as a part of the living. */
  deadShare: number
  /** Updates that touched no index. */
  hotShare: number
  vacuums: number
  perSecond: number
}

const BATCH = 1_000
const STATISTICS_DELAY_S = 2

/** As the service changes a task: new status, version and time, a document of the same length; the newest fifth. */
const change = `
  update tasks t set version = t.version + 1, updated_at = clock_timestamp(), doc = t.doc, search = t.search,
    status = (array['ready', 'in_progress', 'in_review', 'completed'])[1 + floor(random() * 4)]
  from (
    select distinct on (tenant_id) tenant_id, ceil(last_number * (1 - random() / 5))::bigint as number
    from task_counters where random() < ${BATCH} / (select count(*) from task_counters)::float) chosen
  where t.tenant_id = chosen.tenant_id and t.number = chosen.number`

type Sizes = { table: number; indexes: number }
type Counts = { updated: number; hot: number; dead: number; live: number; vacuums: number }

const sizes = `select pg_table_size('tasks')::float as "table", pg_indexes_size('tasks')::float as indexes`
const counts = `
  select n_tup_upd::float as updated, n_tup_hot_upd::float as hot, n_dead_tup::float as dead,
    n_live_tup::float as live, autovacuum_count::float as vacuums
  from pg_stat_user_tables where relname = 'tasks'`

export async function changeTasks(
  admin: Client,
  settings: readonly string[],
  changes: number,
): Promise<Upkeep> {
  // Before the settings: room that they leave free counts as growth too.
  const before = await readRow<Sizes>(admin, sizes)
  for (const statement of settings) await admin.query(statement)
  await admin.query('select pg_stat_reset()')
  const started = performance.now()
  let done = 0
  while (done < changes) done += (await admin.query(change)).rowCount ?? 0
  const seconds = (performance.now() - started) / 1000
  await admin.query(`select pg_sleep(${STATISTICS_DELAY_S})`)
  const after = await readRow<Sizes>(admin, sizes)
  const { updated, hot, dead, live, vacuums } = await readRow<Counts>(admin, counts)
  return {
    tableGrowth: after.table / before.table - 1,
    indexGrowth: after.indexes / before.indexes - 1,
    deadShare: dead / Math.max(1, live),
    hotShare: hot / updated,
    vacuums,
    perSecond: done / seconds,
  }
}

async function readRow<Row extends object>(admin: Client, statement: string): Promise<Row> {
  const { rows } = await admin.query<Row>(statement)
  if (!rows[0]) throw new Error('the statement gave no row')
  return rows[0]
}
