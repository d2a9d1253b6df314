import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { runMaintenance } from '#app/maintenance/maintenance.ts'
import type { Database } from '#db/database.ts'
import {
  createDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../../tests/harness/database.ts'
import { provisionTenant } from '../../../../tests/harness/service.ts'

const DAY_MS = 86_400_000

let database: TestDatabase
let db: Database
let admin: Client
let holder: Client
let tenants: string[]

before(async () => {
  database = await createDatabase()
  db = openTestDatabase(database.url)
  admin = new Client({ connectionString: database.superuserUrl })
  holder = new Client({ connectionString: database.superuserUrl })
  await Promise.all([admin.connect(), holder.connect()])
  tenants = []
  for (const slug of ['locked', 'one', 'two', 'three', 'four']) {
    tenants.push((await provisionTenant(database.url, slug)).id)
  }
  await admin.query(
    `insert into connectors (tenant_id, id, name, created_by, created_at, updated_at)
     select t, t, 'c', 'system:test', now(), now() from unnest($1::uuid[]) t`,
    [tenants],
  )
})

after(async () => {
  await Promise.all([db.close(), admin.end(), holder.end()])
  await database.drop()
})

async function maintain(): Promise<object[]> {
  const errors: object[] = []
  const keptMs = 400 * DAY_MS
  await runMaintenance({
    config: {
      retention: { idempotencyMs: DAY_MS, eventMs: keptMs, deliveryMs: keptMs, auditMs: keptMs },
    },
    db,
    log: { info: () => undefined, error: (fields: object) => void errors.push(fields) },
  })
  return errors
}

/** How many expired rows are left per tenant, in order. */
async function left(from: string): Promise<number[]> {
  const { rows } = await admin.query<{ n: number }>(
    `select (select count(*)::int from ${from} and r.tenant_id = t) as n
     from unnest($1::uuid[]) with ordinality as u (t, at) order by at`,
    [tenants],
  )
  return rows.map(({ n }) => n)
}

const insertJobs = (state: string, createdAt: string) =>
  admin.query(
    `insert into edge_jobs (tenant_id, id, connector_id, database, statement, params, state, created_by, created_at,
       expires_at)
     select t, gen_random_uuid(), t, 'erp', 'open', '{}', $2, 'system:test', ${createdAt}, ${createdAt}
     from unnest($1::uuid[]) t, generate_series(1, 3)`,
    [tenants, state],
  )

const cases = [
  {
    name: 'jobs of connectors that expire',
    insert: () => insertJobs('waiting', `now() - interval '1 h'`),
    from: `edge_jobs r where r.state = 'waiting'`,
    // The other rows of the same tenant are expired as well.
    whileLocked: [1, 0, 0, 0, 0],
  },
  {
    name: 'jobs of connectors that are deleted',
    insert: () => insertJobs('done', `now() - interval '8 days'`),
    from: `edge_jobs r where r.state = 'done'`,
    whileLocked: [3, 0, 0, 0, 0],
  },
  {
    name: 'idempotency records, which the role of retention cannot lock',
    insert: () =>
      admin.query(
        `insert into idempotency_keys (tenant_id, key, request_hash, status, headers, body, expires_at)
         select t, 'key' || n, '', 201, '{}', '', now() - interval '1 s' from unnest($1::uuid[]) t, generate_series(1, 3) n`,
        [tenants],
      ),
    from: 'idempotency_keys r where r.expires_at < now()',
    whileLocked: [3, 0, 0, 0, 0],
  },
]

for (const { name, insert, from, whileLocked } of cases) {
  test(`a locked row of one tenant does not keep others from retention: ${name}`, async () => {
    await insert()
    await holder.query('begin')
    await holder.query(`select from ${from} and r.tenant_id = $1 limit 1 for update`, [tenants[0]])
    const errors = await maintain()
    const found = await left(from)
    await holder.query('rollback')
    assert.deepEqual([errors, found], [[], whileLocked])
    assert.deepEqual(await maintain(), [])
    assert.deepEqual(await left(from), [0, 0, 0, 0, 0], 'and goes when it is free')
  })
}
