// Sets indexes aside while a large load runs and builds them again at the end: sorting once is several times faster
// than keeping every index up to date row by row. What was set aside is written down in the database itself, so that a
// load that broke off can be completed by the same command.
import { totalmem } from 'node:os'
import { Client } from 'pg'
import type { Database } from '../../server/src/db/database.ts'
import { raw, sql } from '../../server/src/db/sql.ts'
import { formatTime } from './progress.ts'

/** Below this the rows are in sooner than the indexes would be built. */
const WORTH_IT = 20_000

type Definition = { name: string; definition: string }
type Log = (line: string) => void

export async function setIndexesAside(db: Database, missingTasks: number, log: Log): Promise<void> {
  if (missingTasks < WORTH_IT) return
  await db.owner.rows(
    sql`create table if not exists load_indexes (name text primary key, definition text not null)`,
  )
  // The primary key stays: foreign keys look parents up by it.
  const indexes = await db.owner.rows<Definition>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and (indexname = 'task_labels_task'
      or (tablename = 'tasks' and indexname <> 'tasks_pkey'))`)
  for (const { name, definition } of indexes) {
    await db.owner.rows(sql`
      insert into load_indexes (name, definition) values (${name}, ${definition})
      on conflict (name) do nothing`)
    await db.owner.rows(sql`drop index ${raw(quote(name))}`)
  }
  log(`${indexes.length} indexes are set aside until the rows are in`)
}

/** The index of words takes as long as all the others together, so it is built beside them. */
export async function rebuildIndexes(db: Database, url: string, log: Log): Promise<void> {
  const [noted] = await db.owner.rows<{ there: boolean }>(
    sql`select to_regclass('load_indexes') is not null as there`,
  )
  if (!noted?.there) return
  const indexes = await db.owner.rows<Definition>(
    sql`select name, definition from load_indexes order by name`,
  )
  const isOfWords = ({ definition }: Definition) => definition.includes('USING gin')
  await Promise.all([
    buildIndexes(url, indexes.filter(isOfWords), log),
    buildIndexes(
      url,
      indexes.filter((index) => !isOfWords(index)),
      log,
    ),
  ])
  await db.owner.rows(sql`drop table load_indexes`)
}

async function buildIndexes(url: string, indexes: readonly Definition[], log: Log): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const megabytes = Math.min(2_000, Math.floor(totalmem() / 2 ** 20 / 10))
    await client.query(`set maintenance_work_mem = '${megabytes}MB'`)
    await client.query('set max_parallel_maintenance_workers = 2')
    for (const { name, definition } of indexes) {
      const started = performance.now()
      await client.query(`drop index if exists ${quote(name)}`)
      await client.query(definition)
      await client.query('delete from load_indexes where name = $1', [name])
      log(`built ${name} in ${formatTime((performance.now() - started) / 1000)}`)
    }
  } finally {
    await client.end()
  }
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
