// Sets indexes aside while a large load runs and builds them again at the end: sorting once is several times faster
// than keeping every index up to date row by row. What was set aside is written down in the database itself, so that a
// load that broke off can be completed by the same command.
import type { Database } from '../../server/src/db/database.ts'
import { raw, sql } from '../../server/src/db/sql.ts'
import { formatTime } from './progress.ts'

/** Below this the rows are in sooner than the indexes would be built. */
const WORTH_IT = 500_000

type Definition = { name: string; definition: string }

export async function setIndexesAside(
  db: Database,
  missingTasks: number,
  log: (line: string) => void,
): Promise<void> {
  if (missingTasks < WORTH_IT) return
  await db.owner.rows(
    sql`create table if not exists load_indexes (name text primary key, definition text not null)`,
  )
  // The primary key stays: foreign keys look parents up by it.
  const indexes = await db.owner.rows<Definition>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'tasks' and indexname <> 'tasks_pkey'`)
  for (const { name, definition } of indexes) {
    await db.owner.rows(sql`
      insert into load_indexes (name, definition) values (${name}, ${definition})
      on conflict (name) do nothing`)
    await db.owner.rows(sql`drop index ${raw(quote(name))}`)
  }
  log(`${indexes.length} indexes are set aside until the rows are in`)
}

export async function rebuildIndexes(db: Database, log: (line: string) => void): Promise<void> {
  const [noted] = await db.owner.rows<{ there: boolean }>(
    sql`select to_regclass('load_indexes') is not null as there`,
  )
  if (!noted?.there) return
  const indexes = await db.owner.rows<Definition>(
    sql`select name, definition from load_indexes order by name`,
  )
  await db.owner.rows(sql`set maintenance_work_mem = '1GB'`)
  await db.owner.rows(sql`set statement_timeout = 0`)
  for (const { name, definition } of indexes) {
    const started = performance.now()
    await db.owner.rows(sql`drop index if exists ${raw(quote(name))}`)
    await db.owner.rows(sql`${raw(definition)}`)
    await db.owner.rows(sql`delete from load_indexes where name = ${name}`)
    log(`built ${name} in ${formatTime((performance.now() - started) / 1000)}`)
  }
  await db.owner.rows(sql`drop table load_indexes`)
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
