// The log of a running service: one line for each request that says who, what and how it ended, and nothing secret.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  startService,
  type TestTenant,
} from '../../harness/service.ts'
import { send, type Wire } from '../send.ts'
import { until } from '../until.ts'
import { countWaitingRequests, holdTasks } from './waiting-requests.ts'

const CANARY = 'canary-7c1f'

let database: TestDatabase
let service: Service
let tenant: TestTenant
let counter = 0

before(async () => {
  database = await createDatabase()
  tenant = await provisionTenant(database.url, 'logged')
  const env = { SERVICE_ACP_LOG_LEVEL: 'debug', SERVICE_ACP_HOST: HOST_SUFFIX }
  service = await startService({ databaseUrl: database.url, env })
})

after(async () => {
  await service.kill()
  await database.drop()
})

function call(path: string, { headers, ...wire }: Wire = {}, id = `test-request-${++counter}`) {
  const ours = { host: tenant.host, 'x-api-key': tenant.key, 'x-request-id': id }
  return send(service.url + path, { ...wire, headers: { ...ours, ...headers } })
}

function linesOf(requestId: unknown) {
  return service.log.filter((line) => line['request_id'] === requestId && line['msg'] === 'request')
}

async function lineOf(requestId: unknown): Promise<Record<string, unknown>> {
  const [line] = await until('the line is written', () => {
    const lines = linesOf(requestId)
    return lines.length > 0 && lines
  })
  return line ?? {}
}

describe('the line of a request', () => {
  test('names request, route, tenant, actor, status and duration', async () => {
    const answer = await call('/api/tasks', { method: 'POST', body: { title: 'a task' } })
    const id = answer.headers['x-request-id']
    const { time, duration_ms: duration, actor, ...rest } = await lineOf(id)
    assert.deepEqual(rest, {
      level: 30,
      request_id: id,
      method: 'POST',
      route: 'tasks.create',
      status: 201,
      address: '127.0.0.1',
      tenant: 'logged',
      msg: 'request',
    })
    assert.match(String(time), /^\d{4}-\d\d-\d\dT/)
    assert.match(String(actor), /^key_[0-9a-f]{32}$/)
    assert.ok(Number(duration) > 0 && Number(duration) < 60_000)
  })

  test('names the error code of a refusal, and is written for unknown paths and strangers too', async () => {
    for (const [path, headers, expected] of [
      ['/api/tasks?limit=0', {}, { status: 400, route: 'tasks.list', code: 'invalid_request' }],
      ['/api/no/such', {}, { status: 404, route: 'unknown', code: 'route_not_found' }],
      ['/no/such', {}, { status: 404, route: 'unknown', code: 'route_not_found' }],
      ['/api/%zz', {}, { status: 404, route: 'unknown', code: 'route_not_found' }],
      [
        '/api/ping',
        { 'x-api-key': 'x' },
        { status: 401, route: 'system.ping', code: 'unauthenticated' },
      ],
    ] as const) {
      const answer = await call(path, { headers })
      const { status, route, code, level } = await lineOf(answer.headers['x-request-id'])
      assert.deepEqual({ status, route, code }, expected, path)
      assert.equal(level, 30, path)
    }
  })

  test('is written once for each request, and quietly for the platform’s questions', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => call('/api/ping')))
    for (const { headers } of answers) await lineOf(headers['x-request-id'])
    for (const { headers } of answers) assert.equal(linesOf(headers['x-request-id']).length, 1)
    const health = await call('/healthz')
    assert.equal((await lineOf(health.headers['x-request-id']))['level'], 20)
  })

  test('says 499 when the caller hung up before the answer', async () => {
    const admin = new Client({ connectionString: database.superuserUrl })
    await admin.connect()
    await holdTasks(admin)
    const hangUp = new AbortController()
    const id = 'hung-up-request'
    const gone = assert.rejects(call('/api/tasks', { signal: hangUp.signal }, id))
    await until('the request is at work', async () => {
      return (await countWaitingRequests(admin)) === 1
    })
    hangUp.abort()
    await gone
    const { status, route, tenant: slug } = await lineOf(id)
    assert.deepEqual({ status, route, slug }, { status: 499, route: 'tasks.list', slug: 'logged' })
    await admin.end()
    assert.equal(linesOf(id).length, 1)
  })
})

test('a caller’s request id is taken when it is well formed, and replaced when not', async () => {
  const good = 'order-4711.retry_2'
  const answer = await call('/api/no/such', {}, good)
  assert.equal(answer.headers['x-request-id'], good)
  assert.equal(answer.json()['request_id'], good)
  for (const bad of ['short', 'x'.repeat(65), 'has a blank', 'quote"quote', 'a'.repeat(7)]) {
    const { headers } = await call('/api/ping', {}, bad)
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, bad)
  }
})

describe('at debug level the log has', () => {
  before(async () => {
    const create = { method: 'POST', body: { title: CANARY, description: CANARY } }
    const { headers } = await call('/api/tasks', create)
    const path = String(headers['location'])
    await call(`/api/tasks?q=${CANARY}`)
    await call(`/api/tasks?unknown=${CANARY}`)
    await call(`/api/tasks?cursor=${CANARY}`)
    await call(`/api/tasks/${CANARY}`)
    await call(`/api/${CANARY}`)
    await call(`/api/%zz${CANARY}`)
    await call(`/${CANARY}?${CANARY}`)
    await call(path, { method: 'PATCH', body: { status: CANARY } })
    await call(`${path}/comments`, { method: 'POST', body: { body: CANARY } })
    await call('/api/tasks', { ...create, headers: { 'idempotency-key': `${CANARY}-0123456789` } })
    await call('/api/tasks', { headers: { 'x-api-key': CANARY } })
    await call('/api/tasks', { headers: { authorization: CANARY, cookie: CANARY } })
    await call('/api/tasks', { method: 'POST', headers: { 'content-type': CANARY }, body: {} })
    await call('/api/ping', {}, 'the-last-request')
    await lineOf('the-last-request')
  })

  test('no body, no query, no path of strangers and no header value', () => {
    const found = service.log.filter((line) => JSON.stringify(line).includes(CANARY))
    assert.deepEqual(found, [])
  })

  test('no key, neither the tenant’s nor those of the environment', () => {
    const text = JSON.stringify(service.log)
    assert.ok(!text.includes(tenant.key))
    assert.ok(!text.includes(tenant.key.slice(6, 22)))
    assert.ok(!text.includes(service.apiKey))
  })

  test('control: what is logged is found by the same search', () => {
    assert.ok(JSON.stringify(service.log).includes('the-last-request'))
  })
})
