// A receiver that fails repeatedly gets nothing for a while. Users see when the next attempt is, and can ask for it now.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Delivery, Webhook, WebhookHealthDetail } from '@task-service/contract'
import { type Cluster, startCluster } from '../../harness/cluster.ts'
import { createDatabase } from '../../harness/database.ts'
import { type Receiver, startReceiver } from '../../harness/network/receiver.ts'
import { type Service, startService } from '../../harness/service.ts'
import { until } from '../until.ts'

/** More than are attempted until the worker pauses. */
const TASKS = 60
/** Longer than a retry on request may take. */
const LONG_MS = 5_000

describe('a webhook whose receiver fails repeatedly', () => {
  let cluster: Cluster
  let receiver: Receiver
  let service: Service
  let webhook: Webhook
  let status = 503

  before(async () => {
    cluster = await startCluster({ fsync: false, inMemory: true })
    const database = await createDatabase({ cluster })
    receiver = await startReceiver((request, response) => {
      request.resume()
      response.writeHead(status).end('no')
    })
    service = await startService({
      databaseUrl: database.url,
      env: { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8', SERVICE_ACP_WEBHOOK_SCHEDULE: '1h,1h' },
    })
    const url = `http://127.0.0.1:${receiver.port}/`
    webhook = await call('POST', '/api/webhooks', { url })
    for (let i = 0; i < TASKS; i++) await call('POST', '/api/tasks', { title: `Task ${i}` })
  })
  after(async () => {
    await service.kill()
    await receiver.close()
    await cluster.stop()
  })

  async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(service.url + path, {
      method,
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text) as Body // each caller names what the operation answers
  }

  const health = () => call<WebhookHealthDetail>('GET', `/api/webhooks/${webhook.id}/health`)
  const deliveries = async () =>
    (await call<{ data: Delivery[] }>('GET', `/api/webhooks/${webhook.id}/deliveries?limit=200`))
      .data

  const areDelivered = async () => (await deliveries()).every((one) => one.status === 'delivered')

  it('shows the last attempt, and counts down to when the worker tries again', async () => {
    const paused = await until('the worker pauses for long', async () => {
      const now = await health()
      return Date.parse(now.next_attempt_at ?? '') - Date.now() > LONG_MS && now
    })
    assert.equal(paused.state, 'failing')
    const { last_attempt: last } = paused
    assert.deepEqual([last?.status_code, last?.error, last?.status], [503, 'status', 'pending'])
    assert.ok(
      (await deliveries()).some((one) => one.attempt_count === 0),
      'some wait untried',
    )
  })

  it('is tried at once on request, and then gets everything that is pending', async () => {
    status = 204
    const { count } = await call<{ count: number }>('POST', `/api/webhooks/${webhook.id}/retry`)
    assert.equal(count, TASKS)
    await until('all are delivered', areDelivered, LONG_MS)
    const { next_attempt_at: next, last_attempt: last } = await health()
    assert.deepEqual([next, last?.status_code], [null, 204])
    assert.equal((await call<Webhook>('GET', `/api/webhooks/${webhook.id}`)).failing_since, null)
  })
})
