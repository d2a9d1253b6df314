// The usage of an agent: runs that end at the same time do not wait for each other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunRow } from '#domains/claims/index.ts'
import { newTenant, testApi } from '../../../../../../tests/harness/test-api.ts'
import { addBot, BOT } from '../../../../../../tests/harness/work/claimed-run.ts'
import { addUsage } from './runs.ts'

const used = { working_ms: 2_000, calls: 3, effects: 1, declared_tokens: 10, declared_cost: '0.5' }
const run = { agent: BOT, ...used } as unknown as RunRow // only these are read

test('usage is added while another transaction has added to the same agent', async () => {
  const { db } = await testApi()
  const client = await newTenant()
  await addBot(client)
  const { promise: isAdded, resolve: added } = Promise.withResolvers<void>()
  const { promise: end, resolve: commit } = Promise.withResolvers<void>()
  const first = db.tenantTx(client.tenant.id, async (tx) => {
    await addUsage(tx, [run])
    added()
    await end
  })
  await isAdded
  const second = db.tenantTx(client.tenant.id, (tx) => addUsage(tx, [run, run]))
  const outcome = await Promise.race([second.then(() => 'added'), sleep(2_000, 'waits')])
  commit()
  await Promise.all([first, second])
  assert.equal(outcome, 'added')
  const { body } = await client.call('agents.get', { params: { agent: BOT } })
  assert.deepEqual(body.usage_today, {
    seconds: 6,
    calls: 9,
    effects: 3,
    declared_tokens: 30,
    declared_cost: 1.5,
  })
})
