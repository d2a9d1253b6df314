// Applies one migration, in a transaction or outside of one, and records that it was applied.
import { fillRoleNames } from '../roles.ts'
import type { Migration } from '../schema-version.ts'
import { type Attempts, giveWay, inTransaction } from './attempts.ts'
import { buildIndex } from './build-index.ts'
import { readHeader } from './migration-header.ts'
import { explainExtension } from './schema-refused.ts'

/** The table of migrations itself; without its newest column, it belongs to an earlier release. */
export async function prepareSchema(attempts: Attempts): Promise<void> {
  const { client } = attempts
  await client.query(`create table if not exists schema_migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now(),
    works_with integer
  )`)
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'works_with'`,
  )
  if (rowCount === 1) return
  await giveWay(attempts, 'schema_migrations', () =>
    inTransaction(client, () =>
      client.query('alter table schema_migrations add column works_with integer'),
    ),
  )
}

export async function applyMigration(attempts: Attempts, migration: Migration): Promise<void> {
  const { client, rolePrefix } = attempts
  if (!readHeader(migration.text, migration.version).inTransaction) {
    await buildIndex(attempts, migration)
    await record(client, migration)
    return
  }
  const text = fillRoleNames(migration.text, rolePrefix)
  await giveWay(attempts, migration.name, () =>
    inTransaction(client, async () => {
      await client.query(text).catch((error: unknown) => {
        throw explainExtension(error)
      })
      await record(client, migration)
    }),
  )
}

async function record(client: Attempts['client'], migration: Migration): Promise<void> {
  const { version, name, checksum, text } = migration
  await client.query(
    'insert into schema_migrations (version, name, checksum, works_with) values ($1, $2, $3, $4)',
    [version, name, checksum, readHeader(text, version).worksWith],
  )
}
