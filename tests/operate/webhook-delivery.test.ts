// The real program, a real receiver: what arrives there, and what the service says about it.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Delivery, EventEnvelope, Task, Webhook } from '@task-service/contract'
import { Webhook as Verifier } from 'standardwebhooks'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { type Service, startService } from '../harness/service.ts'
import { until } from './until.ts'

type Received = { path: string; headers: IncomingHttpHeaders; body: string; event: EventEnvelope }
type Answer = (response: ServerResponse, received: Received) => void

const ok: Answer = (response) => void response.writeHead(204).end()
const fast = {
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_WEBHOOK_TIMEOUT: '300ms',
  SERVICE_ACP_WEBHOOK_SCHEDULE: '20ms,20ms,20ms',
}

describe('a webhook', () => {
  let database: TestDatabase
  let service: Service
  let receiver: Server
  let base: string
  let received: Received[] = []
  let answer: Answer = ok

  before(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString()
        const one = {
          path: request.url ?? '',
          headers: request.headers,
          body,
          event: JSON.parse(body) as EventEnvelope, // what it is, is what the tests ask
        }
        received.push(one)
        answer(response, one)
      })
    })
    await new Promise<void>((resume) => receiver.listen(0, '127.0.0.1', resume))
    base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    database = await createDatabase()
    service = await startService({ databaseUrl: database.url, env: fast })
  })
  after(async () => {
    await service.stop()
    receiver.closeAllConnections()
    receiver.close()
    await database.drop()
  })
  beforeEach(() => {
    received = []
    answer = ok
  })

  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return (text ? JSON.parse(text) : null) as Body // each caller names what the operation answers
  }

  const subscribe = (path: string, more: object = {}) =>
    call<Webhook & { secret: string }>('POST', '/api/webhooks', { url: base + path, ...more })
  const createTask = (title: string) => call<Task>('POST', '/api/tasks', { title })
  const at = (path: string) => received.filter((one) => one.path === path)
  const versions = (path: string) => at(path).map(({ event }) => Number(event.data['version']))
  const deliveries = async (webhook: Webhook) =>
    (await call<{ data: Delivery[] }>('GET', `/api/webhooks/${webhook.id}/deliveries`)).data
  const untilStatus = (webhook: Webhook, status: Delivery['status']) =>
    until(`it is ${status}`, async () => (await deliveries(webhook))[0]?.status === status)

  it('gets every change once, signed', async () => {
    const webhook = await subscribe('/signed', { headers: { Authorization: 'Bearer abc' } })
    const task = await createTask('One')
    await until('it arrives', () => at('/signed').length === 1)
    const [one] = at('/signed')
    assert.ok(one)
    new Verifier(webhook.secret).verify(one.body, one.headers as Record<string, string>)
    assert.equal(one.headers['authorization'], 'Bearer abc')
    assert.equal(one.event.id, one.headers['webhook-id'])
    assert.deepEqual([one.event.type, one.event.data], ['task.created', task])
    await untilStatus(webhook, 'delivered')
    await call('DELETE', `/api/webhooks/${webhook.id}`)
  })

  it('gets it again until it takes it, under the same id with a new signature', async () => {
    const webhook = await subscribe('/flaky')
    const answers = [500, 302, 0]
    answer = (response) => {
      const status = answers.shift()
      if (status === undefined) response.writeHead(200).end('thanks')
      else if (status === 0) response.destroy()
      else response.writeHead(status, { location: `${base}/elsewhere` }).end('no')
    }
    await createTask('Flaky')
    await until('it came four times', () => at('/flaky').length === 4)
    for (const { body, headers } of at('/flaky')) {
      new Verifier(webhook.secret).verify(body, headers as Record<string, string>)
    }
    assert.equal(new Set(at('/flaky').map((one) => one.headers['webhook-id'])).size, 1)
    assert.equal(at('/elsewhere').length, 0)
    await untilStatus(webhook, 'delivered')
    const [listed] = await deliveries(webhook)
    const shown = await call<Delivery & { attempts: { error: string | null }[] }>(
      'GET',
      `/api/deliveries/${listed?.id}`,
    )
    assert.deepEqual(
      shown.attempts.map(({ error }) => error),
      ['status', 'redirect', 'connection', null],
    )
    await call('DELETE', `/api/webhooks/${webhook.id}`)
  })

  it('fails after the last attempt, and can be resent manually', async () => {
    const webhook = await subscribe('/down')
    answer = () => undefined
    await createTask('Down')
    await untilStatus(webhook, 'failed')
    assert.equal(at('/down').length, 4)
    answer = ok
    const [failed] = await deliveries(webhook)
    await call('POST', `/api/deliveries/${failed?.id}/resend`)
    await untilStatus(webhook, 'delivered')
    await call('DELETE', `/api/webhooks/${webhook.id}`)
  })

  it('is disabled by 410, which is an event', async () => {
    const webhook = await subscribe('/gone')
    const watcher = await subscribe('/watcher', { event_types: ['webhook.*'] })
    answer = (response, { path }) => void response.writeHead(path === '/gone' ? 410 : 204).end()
    await createTask('Gone')
    await until('the event arrives', () => at('/watcher').length === 1)
    assert.equal(at('/watcher')[0]?.event.type, 'webhook.disabled')
    const shown = await call<Webhook>('GET', `/api/webhooks/${webhook.id}`)
    assert.deepEqual([shown.enabled, shown.disabled_reason], [false, 'gone'])
    for (const { id } of [webhook, watcher]) await call('DELETE', `/api/webhooks/${id}`)
  })

  it('gets the changes of one task in order where that is asked for', async () => {
    const webhook = await subscribe('/ordered', { ordering: 'task', event_types: ['task.*'] })
    let refused = 0
    answer = (response) => void response.writeHead(refused++ % 3 === 0 ? 503 : 204).end()
    const task = await createTask('Ordered')
    for (let i = 1; i <= 6; i++) {
      await call('PATCH', `/api/tasks/${task.id}`, { title: `Ordered ${i}` })
    }
    await until('all changes arrived', () => new Set(versions('/ordered')).size === 7)
    assert.deepEqual(
      versions('/ordered'),
      versions('/ordered').toSorted((a, b) => a - b),
    )
    await call('DELETE', `/api/webhooks/${webhook.id}`)
  })

  it('keeps custom headers away from another origin, whether it is changed to or redirected to', async () => {
    const seen: IncomingHttpHeaders[] = []
    const thief = createServer((request, response) => {
      seen.push(request.headers)
      request.resume()
      response.writeHead(204).end()
    })
    await new Promise<void>((resume) => thief.listen(0, '127.0.0.1', resume))
    const elsewhere = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`
    try {
      const webhook = await subscribe('/mine', { headers: { Authorization: 'Bearer abc' } })
      answer = (response) => void response.writeHead(307, { location: elsewhere }).end()
      await createTask('Redirected')
      await untilStatus(webhook, 'failed')
      assert.equal(at('/mine')[0]?.headers['authorization'], 'Bearer abc')
      assert.equal(seen.length, 0)
      const params = `/api/webhooks/${webhook.id}`
      const moved = await call<Webhook>('PATCH', params, { url: `${elsewhere}/hook` })
      assert.deepEqual(moved.header_names, [])
      await createTask('Moved')
      await until('it arrives at the new origin', () => seen.length === 1)
      assert.equal(seen[0]?.authorization, undefined)
      await call('DELETE', params)
    } finally {
      thief.closeAllConnections()
      thief.close()
    }
  })

  it('can be tried out', async () => {
    const webhook = await subscribe('/test', { event_types: ['task.completed'] })
    await call('POST', `/api/webhooks/${webhook.id}/test`)
    await until('the test arrives', () => at('/test').length === 1)
    assert.equal(at('/test')[0]?.event.type, 'webhook.test')
    await call('DELETE', `/api/webhooks/${webhook.id}`)
  })
})
