// Messages from vendors at `/hooks/{integration}`: the genuine ones are taken once, everything else is answered alike.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { before, describe, test } from 'node:test'
import type { Integration } from '@task-service/contract'
import type { ApiClient } from '../harness/api-client.ts'
import { uuidOf } from '../harness/history.ts'
import { newConnection } from '../harness/integrations/new-integration.ts'
import { startVendor } from '../harness/integrations/vendor.ts'
import { inspect, newTenant, testAddress, testApi } from '../harness/test-api.ts'

let client: ApiClient
let integration: Integration
let secret: string

type Parts = {
  id?: string
  body?: string | Buffer
  sentAt?: number
  signature?: string
  delivery?: string
  host?: string
}

/** The secret that was sent to the vendor and nowhere else. */
async function learnSecret(): Promise<void> {
  const vendor = await startVendor()
  try {
    client = await newTenant()
    integration = await newConnection(client, { config: { url: vendor.url } })
    const params = { integration: integration.id }
    await client.call('integrations.register_webhook', { params })
    const registered = vendor.requests.find(({ path }) => path === '/hooks')?.body ?? '{}'
    secret = (JSON.parse(registered) as { secret: string }).secret
  } finally {
    await vendor.close()
  }
}

before(learnSecret)

function sign(body: string | Buffer, sentAt: number): string {
  return createHmac('sha256', secret).update(`${sentAt}.`).update(body).digest('hex')
}

async function send(parts: Parts = {}) {
  const { body = '{"id":"12"}', sentAt = Date.now(), id = integration.id } = parts
  const { app } = await testApi()
  const answer = await app.inject({
    method: 'POST',
    url: `/hooks/${id}`,
    headers: {
      host: parts.host ?? client.tenant.host,
      'content-type': 'application/json',
      'x-sent-at': String(sentAt),
      'x-signature': parts.signature ?? sign(body, sentAt),
      ...(parts.delivery !== undefined && { 'x-delivery': parts.delivery }),
    },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.body }
}

async function counts() {
  const [row] = await inspect<{ signals: number; messages: number }>(
    `select (select count(*)::int from sync_signals where integration_id = $1) as signals,
            (select count(*)::int from inbound_messages where integration_id = $1 and outcome = 'accepted') as messages`,
    [uuidOf(integration.id)],
  )
  return row ?? { signals: 0, messages: 0 }
}

async function outcomes(): Promise<string[]> {
  const params = { integration: integration.id }
  const { body } = await client.call('integrations.inbound', { params })
  return body.data.map(({ outcome }) => outcome)
}

const pad = (bytes: number) => `{"id":"12","pad":"${'x'.repeat(bytes)}"}`

const withoutId = (body: string) => ({ ...(JSON.parse(body) as object), request_id: '' })

describe('messages from a vendor', () => {
  test('a genuine one is taken within a second and becomes a hint', async () => {
    await send({ body: '{"id":"warm"}' })
    const earlier = await counts()
    const startedAt = performance.now()
    const answer = await send()
    assert.deepEqual(answer, { status: 202, body: '' })
    assert.ok(performance.now() - startedAt < 1_000)
    assert.deepEqual(await counts(), {
      signals: earlier.signals + 1,
      messages: earlier.messages + 1,
    })
    const [signal] = await inspect<{ kind: string; detail: unknown }>(
      'select kind, detail from sync_signals where integration_id = $1 order by id desc limit 1',
      [uuidOf(integration.id)],
    )
    assert.deepEqual(signal, { kind: 'hint', detail: { ref: { id: '12' }, kind: 'changed' } })
  })

  test('forged, changed, old, and to an unknown integration: the same response, and no hint', async () => {
    const earlier = await counts()
    const sentAt = Date.now()
    const old = sentAt - 3_600_000
    const other = await newTenant()
    const answers = [
      await send({ signature: '0'.repeat(64) }),
      await send({ signature: '' }),
      await send({ body: '{"id":"13"}', sentAt, signature: sign('{"id":"12"}', sentAt) }),
      await send({ sentAt: old, signature: sign('{"id":"12"}', old) }),
      await send({ id: `int_${'0'.repeat(32)}` }),
      await send({ id: 'nothing' }),
      await send({ host: other.tenant.host }),
      await send({ host: 'unknown.tasks.test' }),
    ]
    for (const { status, body } of answers) {
      assert.equal(status, 401)
      assert.deepEqual(withoutId(body), withoutId(answers[0]?.body ?? ''))
    }
    assert.deepEqual(await counts(), earlier)
    assert.ok((await outcomes()).includes('refused'), 'the reason is recorded')
  })

  test('one that comes again is answered and dropped', async () => {
    assert.equal((await send({ delivery: 'd-1' })).status, 202)
    const earlier = await counts()
    assert.deepEqual(await send({ delivery: 'd-1' }), { status: 202, body: '' })
    assert.deepEqual(await counts(), earlier)
    assert.equal((await outcomes())[0], 'duplicate')
    assert.equal((await send({ delivery: 'd-2' })).status, 202, 'another one is not')
  })

  test('bytes are verified as they came, whatever their type says', async () => {
    const body = Buffer.from('{ "id" : "1\u00e9"\r\n}\u0000')
    const answer = await send({ body })
    assert.equal(answer.status, 401, 'genuine, but not to be read')
    const spaced = Buffer.from('\ufeff  {"id":"12"}  '.slice(1))
    assert.equal((await send({ body: spaced })).status, 202)
  })

  test('five megabytes are read, more are refused', async () => {
    assert.equal((await send({ body: pad(5 * 2 ** 20 - 100) })).status, 202)
    assert.equal((await send({ body: pad(5 * 2 ** 20) })).status, 413)
  })

  test('a body that never ends does not block others', async () => {
    const { port, hostname } = new URL(await testAddress())
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const head = `POST /hooks/${integration.id} HTTP/1.1\r\nhost: ${client.tenant.host}\r\ncontent-length: 100\r\n\r\n`
    socket.write(`${head}{"id"`)
    assert.equal((await send({ delivery: 'beside' })).status, 202)
    socket.destroy()
  })

  test('a message does not reveal that a tenant is suspended', async () => {
    await inspect(`update tenants set status = 'suspended' where tenant_id = $1`, [
      client.tenant.id,
    ])
    try {
      assert.equal((await send()).status, 401)
    } finally {
      await inspect(`update tenants set status = 'active' where tenant_id = $1`, [client.tenant.id])
    }
  })

  test('control: without the secret a message is rejected, with it accepted', async () => {
    const known = secret
    secret = 'another'
    assert.equal((await send()).status, 401)
    secret = known
    assert.equal((await send()).status, 202)
  })

  test('other methods and other paths are not served', async () => {
    const { app } = await testApi()
    for (const [method, url] of [
      ['GET', `/hooks/${integration.id}`],
      ['POST', '/hooks'],
      ['POST', `/hooks/${integration.id}/more`],
    ] as const) {
      const answer = await app.inject({ method, url, headers: { host: client.tenant.host } })
      assert.equal(answer.statusCode, 404, `${method} ${url}`)
    }
  })
})
