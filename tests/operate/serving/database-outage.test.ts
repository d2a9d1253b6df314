// The database goes away under a running service: every answer is a 503 that says when to come back, and none is lost.
import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { VERSION } from '../../../server/src/app/version.ts'
import { withAdmin } from '../../harness/admin-client.ts'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { LEVEL } from '../../harness/migration/next-migration.ts'
import { type Service, startService } from '../../harness/service.ts'
import { type Received, send } from '../send.ts'
import { until } from '../until.ts'
import { countWaitingRequests, holdTasks } from './waiting-requests.ts'

let cluster: Cluster
let database: TestDatabase
let service: Service
const agent = new Agent({ keepAlive: true })

before(async () => {
  cluster = await startCluster({ fsync: false, inMemory: true })
  database = await createDatabase({ cluster })
  const env = { SERVICE_ACP_DB_STATEMENT_TIMEOUT: '2s' }
  service = await startService({ databaseUrl: database.url, env })
})

after(async () => {
  agent.destroy()
  await service.kill()
  await cluster.stop()
})

function call(method: string, path: string, body?: unknown): Promise<Received> {
  const headers = { 'x-api-key': service.apiKey }
  return send(service.url + path, { agent, method, headers, ...(body !== undefined && { body }) })
}

const requests = {
  ping: () => call('GET', '/api/ping'),
  list: () => call('GET', '/api/tasks'),
  create: () => call('POST', '/api/tasks', { title: 'during the outage' }),
  'wrong key': () => send(`${service.url}/api/ping`, { agent, headers: { 'x-api-key': 'wrong' } }),
}

function assertUnavailable(name: string, { status, headers, body, json }: Received): void {
  assert.equal(status, 503, `${name}: ${body}`)
  assert.equal(json()['code'], 'database_unavailable')
  assert.match(String(headers['content-type']), /^application\/problem\+json/)
  assert.ok(Number(headers['retry-after']) >= 1, 'it says when to come back')
}

test('a statement that takes too long is a 503', async () => {
  const admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  await holdTasks(admin)
  const [list, create] = await Promise.all([requests.list(), requests.create()])
  assertUnavailable('list', list)
  assertUnavailable('create', create)
  await admin.end()
  assert.equal((await requests.list()).status, 200)
})

test('a killed cluster turns every answer into a 503, and its return needs no restart of ours', async () => {
  const admin = new Client({ connectionString: database.superuserUrl })
  admin.on('error', () => undefined)
  await admin.connect()
  await holdTasks(admin)
  // These are inside their transactions when the server dies; equal ones would be one.
  const caught = [
    call('GET', '/api/tasks?queue=a'),
    call('GET', '/api/tasks?queue=b'),
    requests.create(),
  ]
  await until('they wait for the lock', async () => {
    return (await countWaitingRequests(admin)) === 3
  })
  await cluster.kill()
  for (const answer of await Promise.all(caught)) assertUnavailable('caught', answer)

  // What is remembered about the key ends after half a second; until then ping needs no database.
  await until('the key is asked for again', async () => (await requests.ping()).status === 503)
  for (const [name, request] of Object.entries(requests)) {
    for (const answer of await Promise.all([request(), request(), request()])) {
      assertUnavailable(name, answer)
    }
  }
  assert.equal((await send(`${service.url}/healthz`)).status, 200, 'the process is well')
  const notReady = await until('it says that it is not ready', async () => {
    const answer = await send(`${service.url}/readyz`)
    return answer.status === 503 && answer
  })
  const program = { version: VERSION, level: LEVEL }
  assert.deepEqual(notReady.json(), { status: 'not_ready', ...program })

  await cluster.restart()
  await until('it takes writes again', async () => (await requests.create()).status === 201)
  assert.equal((await requests.list()).status, 200)
  assert.equal((await requests['wrong key']()).status, 401)
  await until('it is ready again', async () => {
    return (await send(`${service.url}/readyz`)).status === 200
  })
  assert.equal(service.process.exitCode, null)
})

test('the log names the cause, and no row', () => {
  const failures = service.log.filter(({ msg }) => msg === 'request failed')
  assert.ok(failures.length > 10)
  for (const { err } of failures) {
    const error = err as Record<string, unknown>
    assert.ok(typeof error['message'] === 'string' && typeof error['stack'] === 'string')
    assert.equal(error['detail'], undefined)
  }
})

test('a worker on its own outlives its connections', async () => {
  const worker = await startService({
    databaseUrl: database.url,
    args: ['--role', 'worker'],
    until: 'worker started',
  })
  await withAdmin(database.superuserUrl, (admin) =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'task-service' and datname = current_database()`),
  )
  await until('it has noticed', () =>
    worker.log.some(({ msg }) => String(msg).endsWith('was lost')),
  )
  assert.equal(await worker.stop(), 0)
})
