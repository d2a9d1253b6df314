// The secrets of webhooks: told once, rotated with an overlap, and never found in any other answer or in plain text.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook, RECEIVER_URL } from '../../../../tests/harness/webhooks/new-webhook.ts'

const HOUR_MS = 3_600_000

const prepare = async ({ client }: CaseContext<'webhooks.rotate_secret'>) => ({
  params: { webhook: (await newWebhook(client)).id },
  body: {},
})
const bodies = bodyCases<'webhooks.rotate_secret'>(prepare)
const idempotency = idempotencyCases('webhooks.rotate_secret', prepare)

describeOperation('webhooks.rotate_secret', {
  200: {
    'gives a new secret and lets the earlier one sign for a day': async ({ client, call }) => {
      const { secret: earlier, ...webhook } = await newWebhook(client)
      const reply = await call({ params: { webhook: webhook.id }, body: {} })
      const { secret, rotation, updated_at, ...rest } = reply.body
      assert.match(secret ?? '', /^whsec_/)
      assert.notEqual(secret, earlier)
      const { rotation: _, updated_at: __, ...before } = webhook
      assert.deepEqual(rest, { ...before, version: 2 })
      assert.equal(reply.headers['etag'], '"2"')
      const leftMs = Date.parse(rotation?.expires_at ?? '') - Date.parse(updated_at)
      assert.equal(leftMs, 24 * HOUR_MS)
      const read = (await client.call('webhooks.get', { params: { webhook: webhook.id } })).body
      assert.deepEqual(read.rotation, rotation)
      assert.equal((await auditOf(webhook.id)).at(-1)?.action, 'webhook.secret_rotated')
    },
    'takes a secret and an overlap of your own': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      const secret = `whsec_${randomBytes(24).toString('base64')}`
      const reply = await call({ params: { webhook: id }, body: { secret, overlap_hours: 1 } })
      assert.equal(reply.body.secret, secret)
      const until = Date.parse(reply.body.rotation?.expires_at ?? '')
      assert.equal(until - Date.parse(reply.body.updated_at), HOUR_MS)
    },
    'ends the earlier secret at once when asked to': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      await call({ params: { webhook: id }, body: {} })
      const { body } = await call({ params: { webhook: id }, body: { overlap_hours: 0 } })
      assert.equal(body.rotation, null)
      const [row] = await inspect<{ previous_secret: Buffer | null }>(
        'select previous_secret from webhooks where tenant_id = $1',
        [client.tenant.id],
      )
      assert.equal(row?.previous_secret, null)
    },
    'repeats the first answer under one Idempotency-Key, without the secret': async (t) => {
      const input = { ...(await prepare(t)), headers: { 'idempotency-key': 'again' } }
      const { secret, ...kept } = (await t.call(input)).body
      assert.ok(secret)
      assert.deepEqual((await t.call(input)).body, kept)
    },
  },
  400: {
    ...bodies.malformed,
    'refuses an overlap beyond a week': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      for (const hours of [-1, 169, 1.5, '24']) {
        const { problem } = await call({ params: { webhook: id }, body: { overlap_hours: hours } })
        assert.equal(problem.errors?.[0]?.pointer, '/overlap_hours')
      }
    },
  },
  404: async ({ call }) => {
    const foreign = await newWebhook(await newTenant())
    for (const webhook of [`whk_${'0'.repeat(32)}`, foreign.id]) {
      const { problem } = await call({ params: { webhook }, body: {} })
      assert.equal(problem.code, 'webhook_not_found')
    }
  },
  409: idempotency.inFlight,
  413: bodies.tooLarge,
  415: bodies.wrongType,
  422: idempotency.reused,
})

/** Everything that can be asked about a webhook, as text. */
async function readEverything(client: ApiClient, id: string): Promise<string> {
  const params = { webhook: id }
  const { body: delivery } = await client.call('webhooks.test', { params })
  const answers = [
    await client.call('webhooks.get', { params }),
    await client.call('webhooks.list'),
    await client.call('webhooks.change', { params, body: { description: 'x' } }),
    await client.call('webhooks.change', { params, body: { headers: { 'x-more': 'y' } } }),
    await client.call('deliveries.list', { params }),
    await client.call('deliveries.get', { params: { delivery: delivery.id } }),
    await client.call('deliveries.resend', { params: { delivery: delivery.id } }),
    await client.call('events.list'),
    await client.call('webhooks.create', { body: { url: RECEIVER_URL, secret: 'whsec_no' } }),
  ]
  return answers.map(({ headers, text }) => JSON.stringify(headers) + text).join('\n')
}

/** All rows of the tenant in all tables, as a dump would show them. */
async function dump(tenantId: string): Promise<string> {
  const tables = await inspect<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const rows = await inspect<{ text: string; bytes: string }>(
      `select t::text as text from ${name} t where tenant_id = $1`,
      [tenantId],
    )
    parts.push(...rows.map(({ text }) => text))
  }
  return parts.join('\n')
}

describe('a secret', () => {
  const hidden = `Bearer ${randomBytes(12).toString('hex')}`

  async function hookedTenant() {
    const client = await newTenant()
    const keyed = { 'idempotency-key': 'kept' }
    const body = { url: RECEIVER_URL, headers: { authorization: hidden } }
    const first = (await client.call('webhooks.create', { body, headers: keyed })).body
    const rotated = await client.call('webhooks.rotate_secret', {
      params: { webhook: first.id },
      body: {},
      headers: { 'idempotency-key': 'rotated' },
    })
    const secrets = [first.secret, rotated.body.secret].map((secret) => (secret ?? '').slice(6))
    assert.ok(secrets.every((secret) => secret.length > 30))
    return { client, id: first.id, secrets: [...secrets, hidden] }
  }

  test('is in no answer but the first', async () => {
    const { client, id, secrets } = await hookedTenant()
    const text = await readEverything(client, id)
    assert.ok(text.includes(id))
    for (const secret of secrets) assert.ok(!text.includes(secret))
  })

  test('is in no table in plain text, neither beside the answer that is kept', async () => {
    const { client, id, secrets } = await hookedTenant()
    await readEverything(client, id)
    const text = await dump(client.tenant.id)
    assert.ok(text.includes('whk_'), 'kept answers are in it')
    for (const secret of secrets) {
      assert.ok(!text.includes(secret))
      assert.ok(!text.includes(Buffer.from(secret).toString('hex')), 'nor as bytes')
    }
  })

  test('control: what is not sealed is found', async () => {
    const { client } = await hookedTenant()
    const text = await dump(client.tenant.id)
    assert.ok(text.includes(RECEIVER_URL))
  })
})
