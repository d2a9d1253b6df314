// The linter on a migrated database, and on one that was changed manually. `npm run prove -- rls-lint` shows every
// rule.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { catalogExceptions } from './catalog-exceptions.ts'
import { lintCatalog } from './catalog-lint.ts'

let database: TestDatabase

before(async () => {
  database = await createDatabase()
})
after(() => database.drop())

async function lint() {
  const db = openTestDatabase(database.url, 1)
  try {
    return await lintCatalog(db.owner, 'task_service')
  } finally {
    await db.close()
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.superuserUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('a migrated database has no findings, seen by the owner who is no superuser', async () => {
  assert.deepEqual(await lint(), [])
})

test('a table with row security off is found, and no longer found when it is fixed', async () => {
  await asSuperuser('alter table comments disable row level security')
  assert.deepEqual(await lint(), [
    { rule: 'row-security', object: 'comments', detail: 'row-level security is disabled' },
  ])
  await asSuperuser('alter table comments enable row level security')
  assert.deepEqual(await lint(), [])
})

test('an exception that is no longer used is found', async () => {
  await asSuperuser('revoke select on instance from task_service_auth')
  const [finding] = await lint()
  assert.equal(finding?.rule, 'exception-in-use')
  await asSuperuser('grant select on instance to task_service_auth')
})

test('every exception gives a reason', () => {
  for (const { object, why } of catalogExceptions) assert.ok(why.length >= 10, object)
})
