// Every table of tenants is declared for exports: carried or left out, once, with reasons.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withAdmin } from '../../../../tests/harness/admin-client.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import type { Sql } from '../sql.ts'
import { type Column, planTables } from './table-plan.ts'
import { carriedTables, leftOutTables } from './tenant-tables.ts'

let database: TestDatabase

before(async () => void (database = await createDatabase()))
after(() => database.drop())

const plan = (change = '') =>
  withAdmin(database.superuserUrl, async (admin) => {
    await admin.query(`begin; ${change}`)
    const query = async ({ text, values }: Sql) => (await admin.query<Column>(text, values)).rows
    return planTables(query)
  })

test('every table with tenant_id is declared once, and every declared one exists', async () => {
  const { rows } = await withAdmin(database.superuserUrl, (admin) =>
    admin.query<{ name: string }>(
      `select c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`,
    ),
  )
  assert.deepEqual(
    [...carriedTables, ...leftOutTables].map(({ table }) => table).toSorted(),
    rows.map(({ name }) => name).toSorted(),
  )
})

test('an export fails for a table that is not declared, and for a column that is gone', async () => {
  assert.equal((await plan()).length, carriedTables.length)
  await assert.rejects(plan('create table more (tenant_id uuid)'), /do not know the table more/)
  await assert.rejects(
    plan('alter table runs drop column token_digest'),
    /the table runs has no token_digest/,
  )
})

test('everything that does not move has its reason', () => {
  const rules = carriedTables.flatMap(({ columns = {} }) => Object.values(columns))
  const reasons = [...rules.map(({ why }) => why), ...leftOutTables.map(({ leftOut }) => leftOut)]
  assert.ok(reasons.length > 50)
  for (const reason of reasons) assert.match(reason, /^[A-Z].*\.$/)
})

test('a column that changes is not compared, or says how', async () => {
  const plans = new Map((await plan()).map((one) => [one.table, one]))
  for (const { table, columns = {} } of carriedTables) {
    const { names, compared } = plans.get(table) ?? assert.fail(table)
    for (const [name, rule] of Object.entries(columns)) {
      assert.equal(names.includes(name), !rule.isLeftOut, `${table}.${name}`)
      if (!rule.compared) assert.ok(!compared.includes(`"${name}"`), `${table}.${name}`)
    }
  }
})
