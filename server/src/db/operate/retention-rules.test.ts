import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { retentionRules } from './retention-rules.ts'

let database: TestDatabase
let admin: Client

before(async () => {
  database = await createDatabase()
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})

after(async () => {
  await admin.end()
  await database.drop()
})

/** Every table but partitions, which follow the rule of their parent. */
async function listTables(): Promise<string[]> {
  const { rows } = await admin.query<{ name: string }>(
    `select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'jobs') order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every table of the schema has a retention rule, and every rule a table', async () => {
  const ruled = retentionRules.map(({ table }) => table).toSorted()
  assert.deepEqual(ruled, (await listTables()).toSorted())
})

test('a table without a rule is reported', async () => {
  await admin.query('create table forgotten (id integer)')
  const ruled = new Set(retentionRules.map(({ table }) => table))
  const missing = (await listTables()).filter((table) => !ruled.has(table))
  assert.deepEqual(missing, ['forgotten'])
  await admin.query('drop table forgotten')
})

test('every rule has one retention and a reason', () => {
  for (const { table, until, rows, weeks, why } of retentionRules) {
    assert.equal([until, rows, weeks].filter(Boolean).length, 1, table)
    assert.match(why, /^[A-Z].*\.$/, table)
  }
})

test('every purge uses an index that begins with the tenant and the time', async () => {
  const { rows } = await admin.query<{ definition: string }>(
    `select pg_get_indexdef(indexrelid) as definition from pg_index`,
  )
  for (const { table, rows: purge } of retentionRules) {
    // One row per user, and one reset link for each.
    if (!purge || table === 'password_resets') continue
    const wanted = new RegExp(` ON public\\.${table} USING btree \\(tenant_id, ${purge.at}\\)`)
    assert.ok(
      rows.some(({ definition }) => wanted.test(definition)),
      `${table} (${purge.at})`,
    )
  }
})
