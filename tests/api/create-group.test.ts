// Group commit keeps the guarantees of a separate transaction: isolation of tenants and failures, once per idempotency key.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { sql } from '../../server/src/db/sql.ts'
import { splitAtNumber } from '../../server/src/domains/tasks/document.ts'
import { type Inserted, insertStatements } from '../../server/src/domains/tasks/insertion.ts'
import { draftTask } from '../../server/src/domains/tasks/service/create-tasks.ts'
import { codeOf } from '../../server/src/lib/database-failure.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  addTenant,
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../harness/service.ts'

let database: TestDatabase
let api: LocalApi
let tenants: TestTenant[]
let admin: Client

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url, env: { SERVICE_ACP_HOST: HOST_SUFFIX } })
  tenants = await Promise.all(
    Array.from({ length: 8 }, (_, index) => provisionTenant(database.url, `tenant-${index}`)),
  )
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
})

after(async () => {
  await admin.end()
  await api.stop()
  await database.drop()
})

function create(tenant: TestTenant, payload: object, headers: Record<string, string> = {}) {
  return api.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: { host: tenant.host, 'x-api-key': tenant.key, ...headers },
    payload,
  })
}

function tenantAt(index: number): TestTenant {
  const tenant = tenants[index % tenants.length]
  assert.ok(tenant)
  return tenant
}

async function count(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await admin.query<{ n: string }>(text, values)
  return Number(rows[0]?.n)
}

test('creates of many tenants commit together, each with its number, event and audit entry', async () => {
  const answers = await Promise.all(
    Array.from({ length: 240 }, (_, index) => create(tenantAt(index), { title: `task ${index}` })),
  )
  assert.ok(answers.every(({ statusCode }) => statusCode === 201))
  for (const { id } of tenants) {
    const { rows } = await admin.query<{ number: string }>(
      'select number from tasks where tenant_id = $1 order by number',
      [id],
    )
    assert.deepEqual(
      rows.map(({ number }) => Number(number)),
      Array.from({ length: 30 }, (_, index) => index + 1),
    )
  }
  assert.equal(await count('select count(*) as n from tasks'), 240)
  assert.equal(
    await count(
      'select count(*) as n from tasks t join events e on e.subject_id = t.id and e.tenant_id = t.tenant_id',
    ),
    240,
  )
  assert.equal(
    await count(
      `select count(*) as n from tasks t join audit_entries a on a.subject_id = t.id and a.tenant_id = t.tenant_id`,
    ),
    240,
  )
  const transactions = await count('select count(distinct xid) as n from events')
  assert.ok(transactions < 60, `${transactions} transactions for 240 tasks`)
  assert.equal(
    await count(`select count(*) as n from tasks where doc->>'number' <> number::text`),
    0,
  )
})

test('an item that cannot be created does not fail the others', async () => {
  const reference = { source: 'crm', external_id: 'taken' }
  const first = await create(tenantAt(0), { title: 'first', ...reference })
  const missing = `tsk_${'0'.repeat(32)}`
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => create(tenantAt(index), { title: 'fine' })),
    create(tenantAt(0), { title: 'orphan', parent_id: missing }),
    create(tenantAt(0), { title: 'second', ...reference }),
  ])
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [...Array.from({ length: 20 }, () => 201), 400, 409],
  )
  assert.equal(
    answers[21]?.json<{ existing_id: string }>().existing_id,
    first.json<{ id: string }>().id,
  )
})

test('a key used by many at once creates one task, and its answer is replayed to the byte', async () => {
  const headers = { 'idempotency-key': 'once' }
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => create(tenantAt(1), { title: 'once' }, headers)),
  )
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  assert.ok(made.length >= 1)
  assert.ok(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409))
  assert.equal(new Set(made.map(({ body }) => body)).size, 1)
  const replay = await create(tenantAt(1), { title: 'once' }, headers)
  assert.equal(replay.headers['idempotency-replayed'], 'true')
  assert.equal(replay.body, made[0]?.body)
  assert.equal(await count(`select count(*) as n from tasks where doc->>'title' = 'once'`), 1)
  const elsewhere = await create(tenantAt(2), { title: 'once' }, headers)
  assert.equal(elsewhere.statusCode, 201)
})

function insertionFor(tenant: TestTenant) {
  const actor = { kind: 'system', id: 'test' } as const
  const task = draftTask({ actor, now: new Date() }, { title: 'probe', labels: ['probe'] })
  const document = splitAtNumber(task)
  return { tenantId: tenant.id, task, document, actor: 'system:test', requestId: 'probe' }
}

test('row security admits the tenants a group names and no others', async () => {
  const statements = insertStatements(
    [insertionFor(tenantAt(3)), insertionFor(tenantAt(4))],
    'skip',
  )
  await assert.rejects(
    api.db.groupTx<Inserted>([tenantAt(3).id], statements),
    (error) => codeOf(error) === '42501',
    'the counter of another tenant cannot be changed',
  )
  const foreign = sql`
    insert into task_labels (tenant_id, label, task_id)
    values (${tenantAt(4).id}, 'probe', gen_random_uuid())`
  await assert.rejects(
    api.db.groupTx([tenantAt(3).id], [foreign]),
    (error) => codeOf(error) === '42501',
  )
  // Control: naming both is enough.
  const both = insertStatements([insertionFor(tenantAt(3)), insertionFor(tenantAt(4))], 'skip')
  const inserted = await api.db.groupTx<Inserted>([tenantAt(3).id, tenantAt(4).id], both)
  assert.ok(inserted.every(({ number }) => number !== null))
})

test('the first tasks of a tenant share a group with others', async () => {
  const [old, fresh] = [tenantAt(3), await addTenant(api.db, 'fresh')]
  const statements = insertStatements([insertionFor(old), insertionFor(fresh)], 'skip')
  const inserted = await api.db.groupTx<Inserted>([old.id, fresh.id], statements)
  assert.equal(inserted.find(({ place }) => place === 1)?.number, 1)
})

test('the role of groups may lock a task and not change it', async () => {
  const { id } = tenantAt(5)
  const lock = sql`select id from tasks where tenant_id = ${id} limit 1 for key share`
  assert.equal((await api.db.groupTx([id], [lock])).length, 1)
  const change = sql`update tasks set version = version + 1 where tenant_id = ${id}`
  await assert.rejects(api.db.groupTx([id], [change]), (error) => codeOf(error) === '42501')
})
