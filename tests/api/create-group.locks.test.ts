// A group of creates never waits for a lock of one tenant, and a row that is rejected costs the others nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task } from '@task-service/contract'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { uuidOf } from '../harness/history.ts'
import {
  addTenant,
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  type TestTenant,
} from '../harness/service.ts'

let database: TestDatabase
let api: LocalApi
let admin: Client
let tenantCount = 0

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url, env: { SERVICE_ACP_HOST: HOST_SUFFIX } })
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

/** A tenant that has created a task before. */
async function newTenant(): Promise<TestTenant> {
  const tenant = await addTenant(api.db, `tenant-${++tenantCount}`)
  assert.equal((await create(tenant, { title: 'first' })).statusCode, 201)
  return tenant
}

async function createTask(tenant: TestTenant, payload: object): Promise<Task> {
  const answer = await create(tenant, payload)
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json<Task>()
}

/** How many transactions wrote these tasks. */
async function countTransactions(tasks: readonly Task[]): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    'select count(distinct xid)::int as n from events where subject_id = any ($1::uuid[])',
    [tasks.map(({ id }) => uuidOf(id))],
  )
  return rows[0]?.n ?? 0
}

const missing = `tsk_${'0'.repeat(32)}`
const reference = { source: 'crm', external_id: 'taken' }
const keyed = { 'idempotency-key': 'used' }

test('rows that are rejected neither fail nor repeat the others of their group', async () => {
  const [hostile, neighbor] = [await newTenant(), await newTenant()]
  await createTask(hostile, { title: 'holds the reference', ...reference })
  const foreign = await createTask(neighbor, { title: 'of another tenant' })
  assert.equal((await create(hostile, { title: 'x' }, keyed)).statusCode, 201)
  const rejected = [
    { status: 400, send: () => create(hostile, { title: 'x', parent_id: missing }) },
    { status: 400, send: () => create(hostile, { title: 'x', parent_id: foreign.id }) },
    { status: 409, send: () => create(hostile, { title: 'x', ...reference }) },
    { status: 422, send: () => create(hostile, { title: 'another body' }, keyed) },
  ]
  for (const { status, send } of rejected) {
    const [bad, ...good] = await Promise.all([
      send(),
      ...Array.from({ length: 40 }, (_, i) =>
        create(i % 2 ? hostile : neighbor, { title: `fine ${i}` }),
      ),
    ])
    assert.equal(bad.statusCode, status)
    assert.ok(good.every(({ statusCode }) => statusCode === 201))
    const transactions = await countTransactions(good.map((answer) => answer.json<Task>()))
    assert.ok(transactions <= 4, `${transactions} transactions for 40 tasks beside a ${status}`)
  }
})

test('two rows with one reference: the first is created, the second is rejected, no number is lost', async () => {
  const tenant = await newTenant()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => create(tenant, { title: 'same', ...reference })),
  )
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409])
  assert.equal((await createTask(tenant, { title: 'next' })).number, 3)
})

/** Statements of a transaction that stays open, and the request of the same tenant that meets its locks. */
type Scene = {
  hold: (tenant: TestTenant, task: Task) => [text: string, values: unknown[]]
  payload: (task: Task) => object
  status: number
}

const scenes: Record<string, Scene> = {
  'its counter': {
    hold: ({ id }) => [`select pg_advisory_xact_lock(hashtextextended($1 || ' counter', 0))`, [id]],
    payload: () => ({ title: 'x' }),
    status: 201,
  },
  'a parent that is being deleted': {
    hold: (_, { id }) => ['select from tasks where id = $1 for update', [uuidOf(id)]],
    payload: ({ id }) => ({ title: 'x', parent_id: id }),
    status: 201,
  },
  'a task that is gone but not committed, and its reference': {
    hold: (_, { id }) => ['delete from tasks where id = $1', [uuidOf(id)]],
    payload: () => ({ title: 'x', ...reference }),
    status: 409,
  },
}

for (const [name, { hold, payload, status }] of Object.entries(scenes)) {
  test(`a transaction that holds ${name} delays only its own tenant`, async () => {
    const [hostile, neighbor] = [await newTenant(), await newTenant()]
    const task = await createTask(hostile, { title: 'held', ...reference })
    await admin.query('begin')
    try {
      await admin.query(...hold(hostile, task))
      const held = create(hostile, payload(task))
      const answers = await Promise.race([
        Promise.all(Array.from({ length: 20 }, () => create(neighbor, { title: 'free' }))),
        sleep(3_000, undefined, { ref: false }),
      ])
      assert.ok(answers, 'the neighbor waited for a lock of another tenant')
      assert.ok(answers.every(({ statusCode }) => statusCode === 201))
      await admin.query('rollback')
      assert.equal((await held).statusCode, status)
    } finally {
      await admin.query('rollback')
    }
  })
}
