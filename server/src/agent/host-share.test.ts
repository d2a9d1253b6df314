import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { failureOf, HOOK_SECRET, startTestHost } from '../../../tests/harness/agent/test-host.ts'
import { isUndecided } from './busy.ts'
import type { Connection } from './host.ts'
import { type HostLimits, lanesOf } from './limits.ts'
import { isProcessFailure } from './process/process-failure.ts'

const body = Buffer.from('12')
const signature = createHmac('sha256', HOOK_SECRET).update(body).digest('hex')
const webhook = { method: 'POST', url: '', headers: { 'x-signature': signature }, body }

/** One tenant has as many checks as possible hang at a vendor that never responds; `held` counts them. */
async function startAttack(t: TestContext, limits: Partial<HostLimits>) {
  let held = 0
  const full = Promise.withResolvers<void>()
  const { host, connection } = await startTestHost(t, 'honest', {
    answer: () => {
      held++
      full.resolve()
    },
    limits,
  })
  const gone = new AbortController()
  const attacks = Array.from({ length: 6 }, (_, index) =>
    failureOf(
      host.open({ ...connection, integrationId: `try ${index}` }).testConnection(gone.signal),
    ),
  )
  await full.promise
  const victim = (given: Partial<Connection> = {}) =>
    host.open({ ...connection, tenantId: 'ten_2', integrationId: 'int_2', ...given })
  const end = async () => {
    gone.abort()
    return await Promise.all(attacks)
  }
  return { victim, held: () => held, end }
}

test('checks that hang at a vendor do not take processes from the webhooks of another tenant', async (t) => {
  const { victim, held, end } = await startAttack(t, { processes: 3, lanes: lanesOf(3) })
  assert.equal(await victim().verify(webhook), 'genuine')
  assert.deepEqual(await victim().parse(webhook), {
    hints: [{ kind: 'changed', ref: { id: '12' } }],
  })
  assert.equal(held(), 1, 'one process, because a third of three is for requests')
  for (const failure of await end()) assert.equal(failure.kind, 'transient')
})

test('control: without lanes and shares the webhook finds no process', async (t) => {
  const all = { processes: 3, perTenant: 3, queuePerTenant: 8, waitMs: 60_000 }
  const { victim, end } = await startAttack(t, {
    processes: 3,
    lanes: { quick: all, request: all, sync: all },
    quickMs: 2_000,
  })
  const failure = await failureOf(victim().verify(webhook))
  assert.ok(isProcessFailure(failure), failure.message)
  await end()
})

test('a process that loops or crashes during verification makes no decision; one that throws rejects', async (t) => {
  const { session } = await startTestHost(t, 'hostile', { limits: { quickMs: 4_000 } })
  const verify = (then: string) =>
    failureOf(session.verify({ ...webhook, headers: { 'x-then': then } }))
  assert.equal(isUndecided(await verify('throw')), false)
  assert.equal(isUndecided(await verify('crash')), true)
  assert.equal(isUndecided(await verify('loop')), true)
})
