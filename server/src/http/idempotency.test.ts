// What is stored to recognize a repeated request reveals nothing about it to someone who has only the database.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import type { ApiClient } from '../../../tests/harness/api-client.ts'
import { inspect, newTenant } from '../../../tests/harness/test-api.ts'
import { RECEIVER_URL } from '../../../tests/harness/webhooks/new-webhook.ts'
import { digestOf } from './idempotency.ts'

const body = { headers: { authorization: 'Bearer 1234' }, url: RECEIVER_URL }

function create(client: ApiClient, sent: object = body) {
  const headers = { 'idempotency-key': 'once' }
  return client.call('webhooks.create', { body: sent, headers })
}

async function readDigest({ tenant }: ApiClient): Promise<Buffer> {
  const [row] = await inspect<{ request_hash: Buffer }>(
    'select request_hash from idempotency_keys where tenant_id = $1',
    [tenant.id],
  )
  assert.ok(row)
  return row.request_hash
}

async function writeDigest({ tenant }: ApiClient, digest: Buffer): Promise<void> {
  await inspect('update idempotency_keys set request_hash = $2 where tenant_id = $1', [
    tenant.id,
    digest,
  ])
}

const requestTo = (url: string) => ({ method: 'POST', url }) as FastifyRequest // all that is read of it

/** What anyone can compute for a guessed body, and what earlier releases stored. */
function plainHash(guess: object): Buffer {
  return createHash('sha256')
    .update(`POST /api/webhooks\n${JSON.stringify(guess)}`)
    .digest()
}

describe('the stored digest of a request', () => {
  test('does not confirm a guessed secret', async () => {
    const client = await newTenant()
    await create(client)
    const digest = await readDigest(client)
    assert.ok(!digest.includes(plainHash(body)))
  })

  test('is computed once for each request', () => {
    const texts: string[] = []
    const digests = { digest: (text: string) => Buffer.from(String(texts.push(text))) }
    const [first, second] = [requestTo('/api/tasks'), requestTo('/api/webhooks')]
    const digest = digestOf(digests, 'a', first)
    assert.equal(digestOf(digests, 'a', first), digest)
    assert.notDeepEqual(digestOf(digests, 'a', second), digest)
    assert.equal(texts.length, 2)
  })

  test('differs between tenants', async () => {
    const [one, other] = [await newTenant(), await newTenant()]
    await create(one)
    await create(other)
    assert.notDeepEqual(await readDigest(one), await readDigest(other))
  })

  test('of an earlier release is recognized until it expires', async () => {
    const client = await newTenant()
    const first = await create(client)
    await writeDigest(client, plainHash(body))
    const again = await create(client)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.body.id, first.body.id)
    const { problem } = await create(client, { url: RECEIVER_URL })
    assert.equal(problem.code, 'idempotency_key_reused')
  })

  test('with a master key that is not held asks for a retry and does no work', async () => {
    const client = await newTenant()
    await create(client)
    const digest = await readDigest(client)
    digest.writeUInt8(digest.readUInt8(1) ^ 1, 1)
    await writeDigest(client, digest)
    const { status, problem, headers } = await create(client)
    assert.deepEqual([status, problem.code], [409, 'idempotency_in_flight'])
    assert.match(problem.detail, /master key/)
    assert.ok(headers['retry-after'])
    const rows = await inspect('select from webhooks where tenant_id = $1', [client.tenant.id])
    assert.equal(rows.length, 1)
  })
})
