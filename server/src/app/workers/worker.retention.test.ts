import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { runMaintenance } from '#app/maintenance/maintenance.ts'
import type { Database } from '#db/database.ts'
import { uuidv7 } from '#lib/uuid.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { keepIntegrationRows } from '../../../../tests/harness/integrations/integration-rows.ts'
import { provisionTenant } from '../../../../tests/harness/service.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
let db: Database
let admin: Client

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})

after(async () => {
  await Promise.all([db.close(), admin.end()])
  await database.drop()
})

async function maintain(): Promise<Record<string, unknown>> {
  let done: Record<string, unknown> = {}
  const errors: unknown[] = []
  await runMaintenance({
    config: {
      retention: {
        idempotencyMs: DAY_MS,
        eventMs: 90 * DAY_MS,
        deliveryMs: 30 * DAY_MS,
        auditMs: 400 * DAY_MS,
      },
    },
    db,
    log: {
      info: (fields: Record<string, unknown>) => void (done = fields),
      error: (fields: object) => void errors.push(fields),
    },
  })
  assert.deepEqual(errors, [])
  return done
}

async function count(table: string, tenantId: string): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from ${table} where tenant_id = $1`,
    [tenantId],
  )
  return rows[0]?.n ?? -1
}

test('finished sync records expire with age, open ones are kept', async () => {
  const { id } = await provisionTenant(database.url, 'synced')
  await keepIntegrationRows(database.superuserUrl, id)
  // Each row of the harness is open; beside it two that ended, one of them long ago.
  await admin.query(
    `insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at)
     select tenant_id, age.id, integration_id, kind, 'manual', 'succeeded', at, at, at
     from sync_runs r, (values ($2::uuid, now() - interval '31 days'), ($3, now() - interval '29 days')) as age (id, at)
     where tenant_id = $1`,
    [id, uuidv7(), uuidv7()],
  )
  await admin.query(
    `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state,
       planned_at, ended_at)
     select tenant_id, gen_random_uuid(), integration_id, link_id, task_id, kind, wanted, 1, state_then, at, at
     from write_backs, (values ('confirmed', now() - interval '31 days'), ('failed', now() - interval '31 days'),
       ('conflict', now() - interval '31 days'), ('confirmed', now() - interval '29 days')) as age (state_then, at)
     where tenant_id = $1`,
    [id],
  )
  await admin.query(
    `insert into sync_conflicts (tenant_id, id, integration_id, link_id, task_id, field, policy, state, resolution,
       resolved_at, created_at)
     select tenant_id, gen_random_uuid(), integration_id, link_id, task_id, field, policy, 'resolved', 'remote', at, at
     from sync_conflicts, (values (now() - interval '401 days'), (now() - interval '399 days')) as age (at)
     where tenant_id = $1`,
    [id],
  )
  await maintain()
  assert.equal(await count('sync_runs', id), 2)
  assert.equal(await count('write_backs', id), 3, 'planned, in conflict, and ended recently')
  assert.equal(await count('sync_conflicts', id), 2)
})

test('the last run of an integration is kept, however old it is', async () => {
  const { id } = await provisionTenant(database.url, 'paused')
  await keepIntegrationRows(database.superuserUrl, id)
  await admin.query(
    `update sync_runs set state = 'succeeded', ended_at = now() - interval '90 days' where tenant_id = $1`,
    [id],
  )
  await maintain()
  assert.equal(await count('sync_runs', id), 1)
})

test('rows outside of the weekly partitions expire with age as well', async () => {
  const { id } = await provisionTenant(database.url, 'imported')
  await admin.query(
    `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     select $1, gen_random_uuid(), 't', gen_random_uuid(), 'a', '{}', '{}', '{}', at
     from (values (now() - interval '91 days'), (now() - interval '89 days')) as age (at)`,
    [id],
  )
  await admin.query(
    `insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
     select $1, gen_random_uuid(), 'a', gen_random_uuid(), 'a', 'r', '[]', at
     from (values (now() - interval '401 days'), (now() - interval '399 days')) as age (at)`,
    [id],
  )
  await admin.query(
    `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
       created_at)
     select $1, gen_random_uuid(), gen_random_uuid(), '1', gen_random_uuid(), 't', at, gen_random_uuid(), 'failed', at
     from (values (now() - interval '31 days'), (now() - interval '29 days')) as age (at)`,
    [id],
  )
  await admin.query(
    `insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, error)
     select $1, gen_random_uuid(), 1, at, 1, 'timeout'
     from (values (now() - interval '31 days'), (now() - interval '29 days')) as age (at)`,
    [id],
  )
  const entries = await count('audit_entries', id)
  await maintain()
  for (const table of ['events', 'deliveries', 'delivery_attempts']) {
    assert.equal(await count(table, id), 1, table)
  }
  assert.equal(await count('audit_entries', id), entries - 1)
})

test('expired reset links are deleted', async () => {
  const { id } = await provisionTenant(database.url, 'forgetful')
  await admin.query(
    `with made as (
       insert into users (tenant_id, id, username, name, created_by, created_at, updated_at)
       select $1, gen_random_uuid(), 'user' || n, '', 'system:test', now(), now() from generate_series(1, 2) n
       returning tenant_id, id, username)
     insert into password_resets (tenant_id, user_id, digest, expires_at)
     select tenant_id, id, sha256(username::bytea), now() + case username when 'user1' then interval '1 h' else '-1 s' end
     from made`,
    [id],
  )
  await maintain()
  assert.equal(await count('password_resets', id), 1)
})
