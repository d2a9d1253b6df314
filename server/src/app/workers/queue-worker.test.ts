// Maintenance of the queues in a worker: leases end without a request, and one tenant's backlog does not delay another's.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createKeyring } from '#crypto/keyring.ts'
import { Secret } from '#crypto/secret.ts'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { inspect, newTenant, testApi } from '../../../../tests/harness/test-api.ts'
import { addBot, BOT } from '../../../../tests/harness/work/claimed-run.ts'
import { until } from '../../../../tests/operate/until.ts'
import { type QueueWorker, startQueueWorker } from './queue-worker.ts'

const failures: unknown[] = []
let worker: QueueWorker | undefined

async function start(): Promise<void> {
  const { db } = await testApi()
  const master = Secret.from(randomBytes(32))
  const keyring = createKeyring({ instanceId: randomUUID(), master, previous: null })
  const log = { warn: (fault: unknown) => void failures.push(fault) }
  worker = startQueueWorker({ db, keyring, log, intervalMs: 50 })
}

/** Tasks that were claimed, and whose leases have ended. */
async function abandon(client: ApiClient, count: number): Promise<void> {
  await addBot(client)
  const items = Array.from({ length: count }, (_, at) => ({ create: { title: `Task ${at}` } }))
  await client.call('tasks.bulk', { body: { items } })
  for (let left = count; left > 0; left -= 20) {
    await client.call('runs.claim', { body: { agent: BOT, max: 20 } })
  }
  await inspect(`update runs set lease_until = '-infinity' where tenant_id = $1`, [
    client.tenant.id,
  ])
}

async function countExpired({ tenant }: ApiClient): Promise<number> {
  const [row] = await inspect<{ count: number }>(
    `select count(*)::int as count from runs where tenant_id = $1 and state = 'expired'`,
    [tenant.id],
  )
  return row?.count ?? 0
}

before(async () => {
  await testApi()
})
after(() => worker?.stop())

test('tenants take turns, and every lease ends', async () => {
  const [large, small] = [await newTenant(), await newTenant()]
  await abandon(large, 200)
  await abandon(small, 1)
  await start()
  await until(
    'the lease of the small tenant has ended',
    async () => (await countExpired(small)) === 1,
  )
  assert.ok((await countExpired(large)) < 200, 'it did not wait for the large tenant')
  await until('all leases have ended', async () => (await countExpired(large)) === 200)
  const again = await small.call('runs.claim', { body: { agent: BOT } })
  assert.equal(again.body.data[0]?.run.attempt, 2)
  assert.deepEqual(failures, [])
})
