// Lists from a read replica: never older than what the primary had when the request arrived, and from the primary whenever the
// replica cannot serve them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { REPLICA_READS } from '../../server/src/app/replica/replica-reads.ts'
import { sql } from '../../server/src/db/sql.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { type Cluster, startCluster } from '../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Standby, startStandby } from '../harness/failover/standby.ts'
import { buildLocalApi, type LocalApi } from '../harness/service.ts'
import { until } from './until.ts'

let primary: Cluster
let standby: Standby
let database: TestDatabase
let api: LocalApi
const replicaUrl = () => database.url.replace(`:${primary.port}/`, `:${standby.port}/`)

before(async () => {
  primary = await startCluster({ fsync: false, inMemory: true })
  database = await createDatabase({ cluster: primary })
  standby = await startStandby(primary, { fsync: false, inMemory: true })
  api = await openApi()
})

after(async () => {
  await api.stop()
  await standby.stop()
  await primary.stop()
})

/** Its own key is accepted, because each process has one from its environment. */
async function openApi(
  options: { checksPosition?: boolean; replicaUrl?: string } = {},
): Promise<LocalApi> {
  const opened = await buildLocalApi({
    databaseUrl: database.url,
    env: {
      SERVICE_ACP_DB_REPLICA_URL: options.replicaUrl ?? replicaUrl(),
      // On a busy machine, the replay may take longer than by default.
      SERVICE_ACP_DB_REPLICA_MAX_LAG: '1s',
    },
    checksPosition: options.checksPosition ?? true,
  })
  if (options.replicaUrl === undefined) await untilInUse(opened)
  return opened
}

const stateOf = ({ db }: LocalApi): string => {
  const status = db.replica?.status()
  return status?.state === 'not_used' ? status.reason : String(status?.state)
}
const untilState = (one: LocalApi, state: string) =>
  until(`the replica is ${state}`, () => stateOf(one) === state, 15_000)
const untilInUse = (one: LocalApi) => untilState(one, 'in_use')
const servedByReplica = ({ db }: LocalApi) => db.replica?.counts.replica ?? 0
const fallbacks = ({ db }: LocalApi, reason: string) =>
  db.replica?.counts.fallbacks.get(reason) ?? 0

const headersOf = ({ apiKey }: LocalApi) => ({ 'x-api-key': apiKey })

async function create(one: LocalApi, title: string): Promise<void> {
  const { statusCode } = await one.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: headersOf(one),
    payload: { title },
  })
  assert.equal(statusCode, 201)
}

async function newestTitle(one: LocalApi): Promise<string | undefined> {
  const answer = await one.app.inject({ url: '/api/tasks?limit=1', headers: headersOf(one) })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<{ data: { title: string }[] }>().data[0]?.title
}

/** Creates a task while the standby replays nothing, and then asks whether a list of `reader` misses it. */
async function missOwnWrite(
  [writer, reader]: readonly [LocalApi, LocalApi],
  ask: (misses: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  const title = `own write ${uuidv7()}`
  await standby.catchUp()
  await untilInUse(reader)
  await standby.pause()
  try {
    await create(writer, title)
    await ask(async () => (await newestTitle(reader)) !== title)
  } finally {
    await standby.resume()
  }
}

test('the operations that may read from a replica do, and need no write there', async () => {
  await create(api, 'read from the replica')
  await standby.catchUp()
  await untilInUse(api)
  const paths: Record<(typeof REPLICA_READS)[number], string> = {
    'tasks.list': '/api/tasks?q=replica',
    'tasks.counts': '/api/tasks/counts',
    'tasks.facets': '/api/tasks/facets?field=status',
    'tasks.activity': '/api/tasks/T-1/activity',
    'comments.list': '/api/tasks/T-1/comments',
    'attachments.list': '/api/tasks/T-1/attachments',
    'queues.history': '/api/queues/default/history',
    'runs.list': '/api/runs',
    'links.list': '/api/links',
    'stats.overview': '/api/stats',
    'stats.flow': '/api/stats/flow',
    'audit.list': '/api/audit',
  }
  for (const id of REPLICA_READS) {
    const served = servedByReplica(api)
    const answer = await api.app.inject({ url: paths[id], headers: headersOf(api) })
    assert.ok(answer.statusCode < 500, `${id}: ${answer.body}`)
    if (answer.statusCode === 200) assert.equal(servedByReplica(api), served + 1, id)
    else assert.ok([400, 404].includes(answer.statusCode), `${id}: ${answer.body}`)
  }
  assert.deepEqual([...(api.db.replica?.counts.fallbacks ?? [])], [])
})

test('a list never misses a write that was acknowledged before, through whichever process', async () => {
  const other = await openApi()
  await create(api, 'first')
  for (const writer of [api, other]) {
    await missOwnWrite([writer, other], async (misses) => assert.equal(await misses(), false))
  }
  await other.stop()
})

test('control: without the check of the position the same list misses it', async () => {
  const careless = await openApi({ checksPosition: false })
  await missOwnWrite([api, careless], async (misses) => {
    await until('a list misses it', misses)
  })
  await careless.stop()
})

test('row-level security holds on the replica', async () => {
  await create(api, 'of the default tenant')
  await standby.catchUp()
  await untilInUse(api)
  const served = servedByReplica(api)
  const rows = await api.db.replicaRead(uuidv7(), (tx) =>
    tx.rows(sql`select count(*)::int as count from tasks`),
  )
  assert.deepEqual(rows, [{ count: 0 }])
  assert.equal(servedByReplica(api), served + 1)
})

test('pages continue and unchanged lists stay unchanged from one server to the other', async () => {
  for (const title of ['a', 'b', 'c']) await create(api, title)
  await untilInUse(api)
  await standby.catchUp()
  const ask = (url: string, more = {}) =>
    api.app.inject({ url, headers: { ...headersOf(api), ...more } })
  const first = await ask('/api/tasks?limit=2')
  const { next_cursor: cursor } = first.json<{ next_cursor: string }>()
  await standby.pause()
  await create(api, 'd')
  const second = await ask(`/api/tasks?limit=1&cursor=${cursor}`)
  assert.equal(second.json<{ data: { title: string }[] }>().data[0]?.title, 'a')
  const etag = String((await ask('/api/tasks?limit=2')).headers['etag'])
  await standby.resume()
  await untilInUse(api)
  assert.equal((await ask('/api/tasks?limit=2', { 'if-none-match': etag })).statusCode, 304)
  await create(api, 'e')
  assert.equal((await ask('/api/tasks?limit=2', { 'if-none-match': etag })).statusCode, 200)
})

test('a read that the replay cancels is read from the primary', async () => {
  await untilInUse(api)
  const conflicts = fallbacks(api, 'conflict')
  let attempts = 0
  const value = await api.db.replicaRead(uuidv7(), async (tx) => {
    attempts++
    const failing = sql`do $$ begin raise exception 'canceling statement due to conflict with recovery' using errcode = '40001'; end $$`
    if (attempts === 1) await tx.rows(failing)
    return tx.rows(sql`select pg_is_in_recovery() as standby`)
  })
  assert.deepEqual(value, [{ standby: false }])
  assert.equal(fallbacks(api, 'conflict'), conflicts + 1)
  assert.equal(stateOf(api), 'in_use')
})

test('/readyz stays 200 and says whether the replica is used', async () => {
  const readiness = async () => {
    const { statusCode, json } = await api.app.inject('/readyz')
    return [statusCode, json<{ replica: string }>().replica]
  }
  await untilInUse(api)
  assert.deepEqual(await readiness(), [200, 'in_use'])
  await standby.kill()
  assert.ok(await newestTitle(api))
  await untilState(api, 'unreachable')
  assert.deepEqual(await readiness(), [200, 'not_used: unreachable'])
  await standby.restart()
  await untilInUse(api)
})

test('a replica that no longer responds delays a read for seconds at most', async () => {
  await untilInUse(api)
  standby.freeze()
  try {
    const askedAt = performance.now()
    assert.ok(await newestTitle(api))
    assert.ok(performance.now() - askedAt < 5_000)
    await until('it is not used', () => /^un(responsive|reachable)$/.test(stateOf(api)))
  } finally {
    standby.thaw()
  }
  await untilInUse(api)
})

test('a server that is no replica of this database is not used', async () => {
  const other = await startCluster({ fsync: false, inMemory: true })
  const foreign = await createDatabase({ cluster: other })
  const cases = [
    [foreign.url, 'other_database'],
    [database.url, 'promoted'],
    ['postgres://absent@127.0.0.1:1/none', 'unreachable'],
  ] as const
  for (const [url, state] of cases) {
    const one = await openApi({ replicaUrl: url })
    await untilState(one, state)
    assert.ok(await newestTitle(one))
    await one.stop()
  }
  await other.stop()
})

test('a replica that is promoted is no longer used', async () => {
  await untilInUse(api)
  const admin = new Client({ connectionString: standby.superuserUrl })
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  await create(api, 'after the promotion')
  assert.equal(await newestTitle(api), 'after the promotion')
  await untilState(api, 'promoted')
})
