// A key is claimed by one request at a time, and its stored response is available to all others.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { testApi } from '../../../tests/harness/test-api.ts'
import { claimKey, storeAnswer } from './idempotency.ts'
import type { Tx } from './tenant-tx.ts'

const answer = {
  requestHash: Buffer.alloc(32, 1),
  status: 201,
  headers: { etag: '"1"', location: '/api/tasks/x' },
  body: '{"b":1, "a":"é"}',
}
const DAY_MS = 24 * 60 * 60 * 1000

async function inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { db } = await testApi()
  return db.tenantTx(tenantId, work)
}

function keep(tenantId: string, key: string, retentionMs = DAY_MS): Promise<boolean> {
  return inTenant(tenantId, (tx) => storeAnswer(tx, key, answer, retentionMs))
}

describe('a key', () => {
  test('is in flight for other requests while the first one runs', async () => {
    const tenant = randomUUID()
    await inTenant(tenant, async (tx) => {
      assert.equal(await claimKey(tx, 'k'), 'new')
      assert.equal(await inTenant(tenant, (other) => claimKey(other, 'k')), 'in_flight')
      assert.equal(await inTenant(tenant, (other) => claimKey(other, 'another')), 'new')
      assert.equal(await inTenant(randomUUID(), (other) => claimKey(other, 'k')), 'new')
    })
  })

  test('is free again after the first request failed', async () => {
    const tenant = randomUUID()
    const failed = inTenant(tenant, async (tx) => {
      await claimKey(tx, 'k')
      await storeAnswer(tx, 'k', answer, DAY_MS)
      throw new Error('gave up')
    })
    await assert.rejects(failed, /gave up/)
    assert.equal(await inTenant(tenant, (tx) => claimKey(tx, 'k')), 'new')
  })

  test('returns the stored response unchanged, to several requests at once', async () => {
    const tenant = randomUUID()
    await keep(tenant, 'k')
    await inTenant(tenant, async (tx) => {
      assert.deepEqual(await claimKey(tx, 'k'), answer)
      assert.deepEqual(await inTenant(tenant, (other) => claimKey(other, 'k')), answer)
    })
  })

  test('is new again after it expired', async () => {
    const tenant = randomUUID()
    await keep(tenant, 'a', 0)
    assert.equal(await inTenant(tenant, (tx) => claimKey(tx, 'a')), 'new')
  })
})
