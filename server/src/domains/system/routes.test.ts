// What the service tells a tenant about itself: true, its own, and without a secret.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SystemInfo } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { inspect, newTenant, testApi } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import { until } from '../../../../tests/operate/until.ts'

async function read(client: ApiClient): Promise<SystemInfo> {
  return (await client.call('system.info')).body
}

describeOperation('system.info', {
  200: {
    'has versions, retention and limits': async ({ call }) => {
      const {
        version,
        postgresql_version: postgres,
        retention,
        limits,
        ...rest
      } = (await call()).body
      assert.match(version, /^\d+\.\d+\.\d+/)
      assert.match(postgres, /^\d+(\.\d+)*$/)
      const [newest] = await inspect<{ version: number }>(
        'select max(version) as version from schema_migrations',
      )
      assert.equal(rest.schema_version, newest?.version)
      assert.deepEqual(retention, {
        idempotency_seconds: 86_400,
        events_seconds: 90 * 86_400,
        deliveries_seconds: 30 * 86_400,
        audit_seconds: 400 * 86_400,
      })
      assert.equal(limits.page_items, 200)
      assert.equal(limits.bulk_items, 500)
      assert.ok(rest.started_at <= new Date().toISOString())
    },
    'names the keys of the tenant and when they were used': async ({ client, call }) => {
      const [key, ...more] = (await call()).body.keys
      assert.deepEqual(more, [])
      assert.ok(key)
      assert.ok(key.id.startsWith('key_') && key.variable === null)
      assert.equal(key.hint, client.tenant.key.slice(-4))
      assert.match(key.fingerprint, /^[0-9a-f]{16}$/)
      assert.ok(key.created_at)
      await until('the use is written down', async () => (await read(client)).keys[0]?.last_used_at)
    },
    'counts the secrets of the tenant': async ({ client, call }) => {
      assert.equal((await call()).body.master_key.secrets, 0)
      await newWebhook(client, { headers: { 'x-token': 'secret' } })
      await newWebhook(await newTenant())
      const { master_key: master } = (await call()).body
      assert.deepEqual([master.state, master.secrets, master.needs_reentry], ['active', 2, 0])
      assert.match(master.id, /^[0-9a-f]{16}$/)
    },
    'measures what the tenant has stored': async ({ client, call }) => {
      await client.create({ description: 'x'.repeat(1_000) })
      await (await newTenant()).create()
      const { storage } = (await call()).body
      assert.deepEqual(
        storage.map(({ kind, rows }) => [kind, rows.count]),
        [
          ['tasks', 1],
          ['comments', 0],
          ['events', 1],
          ['audit', 3],
          ['deliveries', 0],
        ],
      )
      const bytes = Object.fromEntries(storage.map(({ kind, bytes: size }) => [kind, size]))
      assert.ok((bytes['tasks'] ?? 0) > 500 && (bytes['tasks'] ?? 0) < 10_000)
      assert.equal(bytes['comments'], 0)
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { all: 'yes' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
})

test('the key of the environment is the default tenant’s, and no key is in the answer', async () => {
  const { app, apiKey } = await testApi()
  const headers = { 'x-api-key': apiKey, host: 'default.tasks.test' }
  const answer = await app.inject({ url: '/api/system', headers })
  assert.equal(answer.statusCode, 200, answer.body)
  const { keys } = JSON.parse(answer.body) as SystemInfo // the operation of the contract
  const [key] = keys
  assert.deepEqual(
    [key?.id, key?.variable, key?.hint, key?.created_at],
    ['environment', 'SERVICE_ACP_API_KEY', apiKey.slice(-4), null],
  )
  const other = await newTenant()
  const theirs = (await other.call('system.info')).text
  for (const secret of [apiKey, other.tenant.key]) {
    assert.ok(!answer.body.includes(secret.slice(0, -4)))
    assert.ok(!theirs.includes(secret.slice(0, -4)))
  }
  assert.ok(!theirs.includes('environment'))
})
