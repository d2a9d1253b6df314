import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../../../tests/harness/database.ts'
import { provisionTenant } from '../../../../../../tests/harness/service.ts'
import type { Database } from '../../../../db/database.ts'
import { sql } from '../../../../db/sql.ts'
import { uuidv7 } from '../../../../lib/uuid.ts'
import { deleteEmptyRuns } from './runs.ts'

const HISTORY = 3_000

let database: TestDatabase
let db: Database
let admin: Client
let tenantId: string
const integrationId = uuidv7()

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  tenantId = (await provisionTenant(database.url, 'synced')).id
  await admin.query(
    `insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, created_by, created_at, updated_at)
     values ($1, $2, 'any', 'Any', '{}', 60, 'system:test', now(), now())`,
    [tenantId, integrationId],
  )
  await insertRuns('manual', Array.from({ length: HISTORY }, uuidv7))
  await admin.query('analyze sync_runs')
})

after(async () => {
  await Promise.all([db.close(), admin.end()])
  await database.drop()
})

async function insertRuns(cause: string, ids: readonly string[]): Promise<void> {
  await admin.query(
    `insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at)
     select $1, id, $2, 'pull', $3, 'succeeded', now(), now(), now() from unnest($4::uuid[]) as id`,
    [tenantId, integrationId, cause, ids],
  )
}

/** Rows of the table that the deletion of one empty run reads. */
async function readByDeletion(): Promise<number> {
  const [empty, last] = [uuidv7(), uuidv7()]
  await insertRuns('schedule', [empty, last])
  const read = await db.tenantTx(tenantId, async (tx) => {
    await deleteEmptyRuns(tx, integrationId, last)
    return tx.row<{ count: number }>(sql`
      select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as count
      from pg_stat_xact_user_tables where relname = 'sync_runs'`)
  })
  const left = await admin.query('select id from sync_runs where tenant_id = $1 and cause = $2', [
    tenantId,
    'schedule',
  ])
  assert.deepEqual(left.rows, [{ id: last }])
  await admin.query('delete from sync_runs where id = $1', [last])
  return read?.count ?? Number.NaN
}

test('deleting the empty run before does not read the history, which without its index it would', async () => {
  assert.ok((await readByDeletion()) < 20)
  await admin.query('drop index sync_runs_empty')
  assert.ok((await readByDeletion()) >= HISTORY)
})
