// The admission controller over a real socket: what a rejected client gets, and what happens to its connection.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { send, type Wire } from '../../../../tests/operate/send.ts'
import { until } from '../../../../tests/operate/until.ts'
import { createAdaptiveLimit } from '../../lib/adaptive-limit.ts'
import { createAdmissionController } from './admission-controller.ts'

type Line = { state: Record<string, unknown>; text: string }

/** A server that holds every request until the test responds. */
async function start(
  t: TestContext,
  maxInFlight: number,
  {
    holdsRejected = true,
    hostSuffix = null,
  }: { holdsRejected?: boolean; hostSuffix?: string | null } = {},
) {
  const held: (() => void)[] = []
  const lines: Line[] = []
  const limit = createAdaptiveLimit({ max: maxInFlight, min: 1, targetMs: 250 })
  const warn = (state: unknown, text?: string) =>
    void lines.push({ state: state as Line['state'], text: text ?? '' })
  const controller = createAdmissionController({
    limit,
    isLagging: () => false,
    holdsRejected,
    hostSuffix,
    log: { warn },
  })
  const keep: RequestListener = (request, response) => {
    if (request.url === '/healthz') return void response.end('ok')
    if (request.url === '/stream') controller.release(response)
    if (request.url === '/paused') controller.pause(response)
    held.push(() => {
      if (!controller.resume(response)) response.statusCode = 503
      response.end('done')
    })
  }
  const server = createServer(controller.guard(keep)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const call = (path: string, wire: Wire = {}) => send(url + path, wire)
  return { controller, held, lines, agent, call, server }
}

test('a rejection is a problem with Retry-After, and the handler never sees the request', async (t) => {
  const { controller, held, call } = await start(t, 1)
  const first = call('/')
  await until('it is in progress', () => held.length === 1)
  const rejected = await call('/', { method: 'POST', body: { title: 'not now' } })
  assert.equal(rejected.status, 503)
  assert.equal(rejected.headers['retry-after'], '1')
  assert.equal(rejected.headers['content-type'], 'application/problem+json; charset=utf-8')
  const problem = rejected.json()
  assert.equal(problem['code'], 'overloaded')
  assert.equal(problem['request_id'], rejected.headers['x-request-id'])
  assert.match(String(problem['request_id']), /^[0-9a-f-]{36}$/)
  assert.equal(held.length, 1)
  assert.equal(controller.rejected(), 1)
  held[0]?.()
  assert.equal((await first).body, 'done')
  await until('its slot is free', () => controller.inFlight() === 0)
})

test('a released response holds no slot and releases none twice', async (t) => {
  const { controller, held, call } = await start(t, 1)
  const stream = call('/stream')
  await until('it is open', () => held.length === 1)
  assert.equal(controller.inFlight(), 0)
  const request = call('/')
  await until('another is in progress', () => held.length === 2)
  assert.equal((await call('/')).status, 503, 'control: one that was not released holds its slot')
  held[0]?.()
  await stream
  assert.equal(controller.inFlight(), 1)
  held[1]?.()
  await request
})

test('while its body arrives, a request holds no slot; after that it needs one', async (t) => {
  const { controller, held, call } = await start(t, 1)
  const slow = [call('/paused'), call('/paused')]
  await until('both arrive', () => held.length === 2)
  assert.equal(controller.inFlight(), 0)
  const other = call('/')
  await until('another is in progress', () => held.length === 3)
  held[0]?.()
  assert.equal((await slow[0])?.status, 503, 'there is no slot for it')
  held[2]?.()
  assert.equal((await other).status, 200)
  await until('the slot is free', () => controller.inFlight() === 0)
  held[1]?.()
  assert.equal((await slow[1])?.status, 200)
  await until('all slots are free', () => controller.inFlight() === 0)
})

test('probes are admitted however many requests are in progress', async (t) => {
  const { held, call } = await start(t, 1)
  const first = call('/')
  await until('it is in progress', () => held.length === 1)
  assert.equal((await call('/healthz')).body, 'ok')
  held[0]?.()
  await first
})

test('what keeps a run alive is admitted before new work; control: a claim is rejected', async (t) => {
  const { held, call } = await start(t, 1)
  const first = call('/')
  await until('it is in progress', () => held.length === 1)
  assert.equal((await call('/agent/tasks/claim', { method: 'POST', body: {} })).status, 503)
  assert.equal((await call('/agent/runs/run_1')).status, 503)
  const heartbeat = call('/agent/runs/run_1/heartbeat', { method: 'POST', body: {} })
  await until('it is in progress, too', () => held.length === 2)
  for (const answer of held) answer()
  assert.deepEqual([(await first).body, (await heartbeat).body], ['done', 'done'])
})

test('a rejected connection is read again, with its next request', async (t) => {
  const { held, agent, call, server } = await start(t, 1)
  const first = call('/')
  await until('it is in progress', () => held.length === 1)
  let connections = 0
  server.on('connection', () => void connections++)
  for (const body of [undefined, { title: 'x'.repeat(200_000) }, undefined]) {
    const method = body ? 'POST' : 'GET'
    const wire = { agent, method, ...(body && { body }) }
    assert.equal((await call('/', wire)).status, 503)
  }
  held[0]?.()
  await first
  const later = call('/', { agent })
  await until('it is in progress', () => held.length === 2)
  held[1]?.()
  assert.equal((await later).status, 200)
  assert.equal(connections, 1)
})

test('a client that does not wait is rejected once a second; control: thousands of times', async (t) => {
  for (const [holdsRejected, most] of [
    [true, 4],
    [false, Number.POSITIVE_INFINITY],
  ] as const) {
    const { controller, held, agent, call } = await start(t, 1, { holdsRejected })
    const first = call('/')
    await until('it is in progress', () => held.length === 1)
    for (const end = performance.now() + 2_000; performance.now() < end; ) {
      await call('/', { agent, method: 'POST', body: { title: 'now!' } })
    }
    assert.ok(
      controller.rejected() >= 2 && controller.rejected() <= most,
      `${controller.rejected()} times`,
    )
    if (!holdsRejected) assert.ok(controller.rejected() > 50, `${controller.rejected()} times`)
    held[0]?.()
    await first
  }
})

test('many rejections are one line in the log', async (t) => {
  const { held, lines, call } = await start(t, 1)
  const first = call('/')
  await until('it is in progress', () => held.length === 1)
  await Promise.all(Array.from({ length: 20 }, () => call('/')))
  await until('it is logged', () => lines.length > 0)
  assert.deepEqual(lines, [{ state: { rejected: 20, in_flight: 1, limit: 1 }, text: 'overloaded' }])
  held[0]?.()
  await first
})

/** Whether a request of one tenant is admitted while another tenant has as many slow ones as there are slots. */
async function isAdmitted(t: TestContext, hostSuffix: string | null): Promise<boolean> {
  const { controller, held, call } = await start(t, 10, { hostSuffix })
  const decided = (count: number) =>
    until('all are decided', () => held.length + controller.rejected() === count)
  const ask = (host: string) => call('/', { headers: { host } })
  const requests = Array.from({ length: 10 }, () => ask('large.tasks.example'))
  await decided(10)
  // Another spelling of the host is the same tenant.
  requests.push(ask('LARGE.tasks.example:8001'))
  await decided(11)
  const before = held.length
  requests.push(ask('small.tasks.example'))
  await decided(12)
  const after = held.length
  for (const end of held) end()
  await Promise.all(requests)
  return after > before
}

test('slow requests of one tenant leave slots to the others', async (t) => {
  assert.equal(await isAdmitted(t, 'tasks.example'), true)
})

test('control: if tenants are not distinguished, they do not', async (t) => {
  assert.equal(await isAdmitted(t, null), false)
})
