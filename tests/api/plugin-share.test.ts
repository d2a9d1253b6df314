// One tenant keeps every plugin process busy that it can get; the webhooks and checks of another tenant do not notice.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Integration } from '@task-service/contract'
import type { ApiClient } from '../harness/api-client.ts'
import { newConnection } from '../harness/integrations/new-integration.ts'
import { GOOD_TOKEN, startVendor, testVendor, type Vendor } from '../harness/integrations/vendor.ts'
import { newTenant, testApi } from '../harness/test-api.ts'
import { until } from '../operate/until.ts'

const CHECKS = 24
/** Far below the 20 s after which the first check gives its process back. */
const BOUND_MS = 15_000

let victim: ApiClient
let integration: Integration
let secret: string
let tarpit: Vendor
let release: () => void

/** A vendor that accepts connections and never responds. */
async function startTarpit(): Promise<void> {
  tarpit = await startVendor()
  const held = Promise.withResolvers<void>()
  tarpit.hold = held.promise
  release = held.resolve
}

async function connectVictim(): Promise<void> {
  const vendor = await startVendor()
  victim = await newTenant()
  integration = await newConnection(victim, { config: { url: vendor.url } })
  await victim.call('integrations.register_webhook', { params: { integration: integration.id } })
  const registered = vendor.requests.find(({ path }) => path === '/hooks')?.body ?? '{}'
  secret = (JSON.parse(registered) as { secret: string }).secret
  await vendor.close()
}

before(async () => {
  await startTarpit()
  await connectVictim()
})
after(async () => {
  release()
  await tarpit.close()
})

const tryOut = (client: ApiClient, url: string) =>
  client.call('integrations.try', {
    body: { provider: 'tracker', config: { url }, secrets: { token: GOOD_TOKEN } },
  })

async function sendWebhook() {
  const { app } = await testApi()
  const body = '{"id":"12"}'
  const sentAt = String(Date.now())
  const signature = createHmac('sha256', secret).update(`${sentAt}.${body}`).digest('hex')
  const startedAt = performance.now()
  const { statusCode, headers } = await app.inject({
    method: 'POST',
    url: `/hooks/${integration.id}`,
    headers: { host: victim.tenant.host, 'x-sent-at': sentAt, 'x-signature': signature },
    payload: body,
  })
  return { status: statusCode, headers, ms: performance.now() - startedAt }
}

describe('plugin processes are shared fairly', () => {
  test('24 checks of one tenant against a tarpit leave a webhook and a check of another alone', async () => {
    const attacker = await newTenant()
    const attacks = Array.from({ length: CHECKS }, () => tryOut(attacker, tarpit.url))
    await until('a check hangs in the tarpit', () => tarpit.requests.length > 0, 60_000)
    const webhook = await sendWebhook()
    assert.equal(webhook.status, 202)
    assert.ok(webhook.ms < BOUND_MS, `accepted after ${webhook.ms} ms`)
    const check = await tryOut(victim, (await testVendor()).url)
    assert.equal(check.status, 200)
    assert.ok(check.body.ok, JSON.stringify(check.body.stages))
    release()
    const answers = await Promise.all(attacks)
    const rejected = answers.filter(({ status }) => status === 503)
    assert.ok(rejected.length > 0, 'the queue of a tenant is bounded')
    for (const { headers, problem } of rejected) {
      assert.equal(problem.code, 'overloaded')
      assert.ok(Number(headers['retry-after']) > 0)
    }
    assert.ok(
      answers.every(({ status }) => status === 200 || status === 503),
      'a check that had to wait is served or rejected as busy',
    )
  })
})
