// Brings the schema `directory` to this program's level. It is separate from the migrations of a cell: the directory can be in
// any PostgreSQL.
import { readdirSync, readFileSync } from 'node:fs'
import { withClient } from '#db/operate/with-client.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any constant does, as long as nothing else in that database uses it. */
const MIGRATION_LOCK = 7_264_093

export function listDirectoryMigrations(): string[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .toSorted()
}

/** In one transaction: the schema is complete or unchanged. */
export function migrateDirectory(databaseUrl: string): Promise<{ applied: string[] }> {
  return withClient({ databaseUrl, name: 'directory' }, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query(`create schema if not exists directory;
      create table if not exists directory.migrations (
        name text primary key, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string }>('select name from directory.migrations')
    const present = new Set(rows.map(({ name }) => name))
    const applied = listDirectoryMigrations().filter((name) => !present.has(name))
    for (const name of applied) {
      await client.query(readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8'))
      await client.query('insert into directory.migrations (name) values ($1)', [name])
    }
    await client.query('commit')
    return { applied }
  })
}
