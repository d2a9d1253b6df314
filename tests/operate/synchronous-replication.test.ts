// A write is acknowledged only when the standby has it: not when the wait for it is canceled, and not while it lasts. Reads
// continue in the meantime.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { sql } from '../../server/src/db/sql.ts'
import { isUnavailable } from '../../server/src/lib/database-failure.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { buildLocalApi, type LocalApi } from '../harness/service.ts'
import { until } from './until.ts'

const COMMIT_TIMEOUT_MS = 1_000
/** Far below the commit timeout: rejected without a wait. */
const AT_ONCE_MS = 500

let cluster: Cluster
let database: TestDatabase
let admin: Client
let api: LocalApi

before(async () => {
  cluster = await startCluster({ fsync: false, inMemory: true })
  database = await createDatabase({ cluster })
  admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  api = await buildLocalApi({
    databaseUrl: database.url,
    env: {
      SERVICE_ACP_DB_POOL_SIZE: '4',
      SERVICE_ACP_DB_COMMIT_TIMEOUT: `${COMMIT_TIMEOUT_MS}ms`,
    },
  })
})

after(async () => {
  await waitForStandby('')
  await api.stop()
  await admin.end()
  await cluster.stop()
})

/** With a name that no standby has, every commit waits forever. */
async function waitForStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  await until('the setting is in force', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select current_setting('synchronous_standby_names') as name`,
    )
    return rows[0]?.name === name
  })
}

function create(title: string) {
  return api.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: { 'x-api-key': api.apiKey },
    payload: { title },
  })
}

async function findWaiting(): Promise<number | undefined> {
  const { rows } = await admin.query<{ pid: number }>(
    `select pid from pg_stat_activity where wait_event = 'SyncRep'`,
  )
  return rows[0]?.pid
}

/** Cancels every waiting backend until the response arrives: the last use of the API key is written besides the request. */
async function cancelTheWait(answer: PromiseLike<unknown>): Promise<void> {
  let isAnswered = false
  void answer.then(() => {
    isAnswered = true
  })
  await until('the wait is over', async () => {
    await admin.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    )
    return isAnswered
  })
}

async function assertStored(title: string): Promise<void> {
  const { rowCount } = await admin.query(`select from tasks where doc->>'title' = $1`, [title])
  assert.equal(rowCount, 1)
}

test('a commit whose wait for the standby is canceled is not acknowledged', async () => {
  await waitForStandby('ghost')
  const answer = create('not replicated')
  await cancelTheWait(answer)
  const { statusCode, headers, json } = await answer
  assert.equal(statusCode, 503)
  assert.equal(json<{ code: string }>().code, 'database_unavailable')
  assert.ok(Number(headers['retry-after']) >= 1)
  await assertStored('not replicated')
})

test('control: to a client that does not listen the same commit looks like a success', async () => {
  await waitForStandby('ghost')
  const client = new Client({ connectionString: database.superuserUrl })
  await client.connect()
  const answer = client.query(`create table looks_safe ()`)
  await cancelTheWait(answer)
  assert.equal((await answer).command, 'CREATE')
  await client.end()
})

test('a wait that no timeout of the server ends is bounded, and its connection comes back', async () => {
  await waitForStandby('ghost')
  const askedAt = performance.now()
  const { statusCode, json } = await create('waiting')
  const tookMs = performance.now() - askedAt
  assert.equal(statusCode, 503)
  assert.equal(json<{ code: string }>().code, 'database_unavailable')
  assert.ok(tookMs >= COMMIT_TIMEOUT_MS - 50, `answered after ${tookMs} ms`)
  assert.ok(tookMs < COMMIT_TIMEOUT_MS + 2_000, `answered after ${tookMs} ms`)
  assert.ok(await findWaiting(), 'the server itself is still waiting')
  await waitForStandby('')
  await until('connections are free again', async () => {
    return (await create('after the wait')).statusCode === 201
  })
  await assertStored('waiting')
})

test('while commits are not confirmed, reads continue, other writes are rejected at once, and /readyz says so', async () => {
  const { app, db, apiKey } = api
  const readiness = async () => {
    const { version, level, ...state } = (await app.inject('/readyz')).json<
      Record<string, unknown>
    >()
    assert.match(`${String(version)} ${String(level)}`, /^\d+\.\d+\.\d+\S* \d+$/)
    return state
  }
  assert.deepEqual(await readiness(), { status: 'ready' })
  await waitForStandby('ghost')
  await until('a write is rejected at once', async () => {
    const askedAt = performance.now()
    const { statusCode, headers } = await create('rejected')
    assert.equal(statusCode, 503)
    assert.ok(Number(headers['retry-after']) >= 1)
    return performance.now() - askedAt < AT_ONCE_MS
  })
  assert.ok(db.unconfirmedCommits() > 0)
  assert.deepEqual(await readiness(), { status: 'ready', writes: 'unconfirmed' })
  const read = await app.inject({ url: '/api/tasks?limit=1', headers: { 'x-api-key': apiKey } })
  assert.equal(read.statusCode, 200)
  await waitForStandby('')
  await until('writes are accepted', async () => (await create('accepted')).statusCode === 201)
  assert.equal(db.unconfirmedCommits(), 0)
  assert.deepEqual(await readiness(), { status: 'ready' })
})

test('lists with filters continue while many writes of the same tenant wait for a standby', async () => {
  const { app, apiKey } = api
  const headers = { 'x-api-key': apiKey }
  await waitForStandby('ghost')
  const writes = Array.from({ length: 6 }, (_, n) =>
    app.inject({ method: 'POST', url: '/api/views', headers, payload: { name: `View ${n}` } }),
  )
  await until('a commit waits', async () => (await findWaiting()) !== undefined)
  const read = await app.inject({ url: '/api/tasks?status=ready&priority=high', headers })
  assert.equal(read.statusCode, 200)
  const statuses = (await Promise.all(writes)).map(({ statusCode }) => statusCode)
  assert.deepEqual(new Set(statuses), new Set([503]))
  await waitForStandby('')
  await until('writes are accepted', async () => (await create('after')).statusCode === 201)
})

test('a commit that waits for a standby keeps its connection: no backends pile up behind it', async () => {
  await waitForStandby('ghost')
  for (let round = 0; round < 3; round++) {
    const tenantId = uuidv7()
    const write = api.db.tenantTx(tenantId, (tx) =>
      tx.rows(sql`insert into task_counters (tenant_id, last_number) values (${tenantId}, 1)`),
    )
    await assert.rejects(write, isUnavailable)
  }
  const { rows } = await admin.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)
  assert.equal(rows.length, 2, 'half of the connections')
  await waitForStandby('')
  await until('the connections are free again', async () => {
    return (await create('after the waits')).statusCode === 201
  })
})
