// The fence of a tenant that is being moved: its writes fail at once and change nothing; reads and other tenants
// are not affected.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Client } from 'pg'
import {
  listWork,
  lockTenant,
  putFence,
  removeFence,
  setStatus,
  unlockTenant,
} from '../../server/src/db/move/fence.ts'
import { sql } from '../../server/src/db/sql.ts'
import { TenantMoving } from '../../server/src/lib/database-failure.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../harness/service.ts'
import { until } from '../operate/until.ts'

let database: TestDatabase
let api: LocalApi
let moving: TestTenant
let other: TestTenant
let mover: Client

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url, env: { SERVICE_ACP_HOST: HOST_SUFFIX } })
  moving = await provisionTenant(database.url, 'moving')
  other = await provisionTenant(database.url, 'other')
  mover = new Client({ connectionString: database.superuserUrl })
  await mover.connect()
})

after(async () => {
  await mover.end()
  await api.stop()
  await database.drop()
})

beforeEach(async () => {
  await mover.query('select pg_advisory_unlock_all()')
  await removeFence(mover, moving.id)
  await setStatus(mover, moving.id, 'active')
})

const send = (
  tenant: TestTenant,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload?: object,
) =>
  api.app.inject({
    method,
    url,
    headers: { host: tenant.host, 'x-api-key': tenant.key },
    ...(payload && { payload }),
  })

const create = (tenant: TestTenant) => send(tenant, 'POST', '/api/tasks', { title: 'one' })

/** In a group commit and in transactions of one tenant. */
const writes = (tenant: TestTenant) => [
  create(tenant),
  send(tenant, 'PATCH', '/api/settings', { name: 'Another' }),
]

for (const [how, close] of [
  ['lock of the mover', () => lockTenant(mover, moving.id, 1_000)],
  ['fence that it left', () => putFence(mover, moving.id, 'new-cell')],
] as const) {
  test(`with the ${how}, writes are rejected with 503 and can be repeated`, async () => {
    await close()
    for (const reply of await Promise.all(writes(moving))) {
      assert.equal(reply.statusCode, 503, reply.body)
      assert.equal(reply.json<{ code: string }>().code, 'tenant_moving')
      assert.equal(reply.headers['retry-after'], '1')
    }
    assert.equal((await send(moving, 'GET', '/api/tasks')).statusCode, 200)
    assert.equal((await create(other)).statusCode, 201)
    await unlockTenant(mover, moving.id)
    await removeFence(mover, moving.id)
    await until('it is accepted again', async () => (await create(moving)).statusCode === 201)
  })
}

test('a group commit leaves the tenant out, and everybody else in it is served', async () => {
  await putFence(mover, moving.id, 'new-cell')
  const replies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => create(index % 3 === 0 ? moving : other)),
  )
  const statuses = replies.map(({ statusCode }) => statusCode)
  assert.deepEqual(
    statuses,
    statuses.map((_, index) => (index % 3 === 0 ? 503 : 201)),
  )
})

test('the mover waits for a transaction in progress, and later ones do not wait for the mover', async () => {
  const { promise: held, resolve: holding } = Promise.withResolvers<void>()
  const { promise: finish, resolve: release } = Promise.withResolvers<void>()
  const writing = api.db.tenantTx(moving.id, async (tx) => {
    await tx.rows(sql`select 1`)
    holding()
    await finish
  })
  await held
  assert.equal(await lockTenant(mover, moving.id, 50), false)
  const locking = lockTenant(mover, moving.id, 5_000)
  await until('a new one fails', async () => {
    const late = api.db.tenantTx(moving.id, (tx) => tx.rows(sql`select 1`))
    return late.then(
      () => false,
      (error: unknown) => error instanceof TenantMoving,
    )
  })
  release()
  await writing
  assert.equal(await locking, true)
})

test('a claim of several tenants and a look at their queues', async () => {
  await putFence(mover, moving.id, 'new-cell')
  const reading = api.db.groupRead([moving.id, other.id], [sql`select 1 as one`])
  assert.deepEqual(await reading, [{ one: 1 }])
  await assert.rejects(
    api.db.groupTx([moving.id, other.id], [sql`select 1`]),
    (error: unknown) => error instanceof TenantMoving && error.tenantId === moving.id,
  )
})

test('requests of a moved tenant get 421 with the new cell', async () => {
  await putFence(mover, moving.id, 'new-cell')
  await setStatus(mover, moving.id, 'moved')
  const reply = await until('every process knows', async () => {
    const answer = await send(moving, 'GET', '/api/tasks')
    return answer.statusCode === 421 && answer
  })
  const { code, detail } = reply.json<{ code: string; detail: string }>()
  assert.deepEqual([code, detail], ['tenant_moved', 'The tenant was moved to the cell "new-cell".'])
})

test('replicated events and deliveries are behind every dispatcher', async () => {
  await create(other)
  await mover.query('begin')
  await mover.query('set local session_replication_role = replica')
  const { rows } = await mover.query<{ xid: string }>(`
    insert into events (tenant_id, xid, id, type, subject_id, actor, data, previous, changed, occurred_at)
    select tenant_id, '9000000000', gen_random_uuid(), type, subject_id, actor, data, previous, changed, occurred_at
    from events limit 1 returning xid::text as xid`)
  await mover.query('rollback')
  assert.equal(rows[0]?.xid, '1')
})

test('a digest that is being sent is work in progress: the other cell would send it again', async () => {
  const claim = (duration: string) =>
    mover.query(
      `insert into inbox_digests (tenant_id, user_id, frequency, hour, time_zone, language, claim, claimed_until)
       values ($1, $1, 'daily', 8, 'UTC', 'en', gen_random_uuid(), now() + interval '${duration}')
       on conflict (tenant_id, user_id) do update set claimed_until = excluded.claimed_until`,
      [moving.id],
    )
  await mover.query('set session_replication_role = replica')
  await claim('1 minute')
  assert.equal((await listWork(mover, moving.id)).length, 1)
  await claim('-1 second')
  assert.deepEqual(await listWork(mover, moving.id), [])
  await mover.query('delete from inbox_digests where tenant_id = $1', [moving.id])
  await mover.query('reset session_replication_role')
})
