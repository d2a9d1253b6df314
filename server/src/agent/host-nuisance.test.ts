import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { type TestContext, test } from 'node:test'
import {
  failureOf,
  startTestHost,
  type TestHostOptions,
} from '../../../tests/harness/agent/test-host.ts'
import { until } from '../../../tests/operate/until.ts'

async function start(t: TestContext, options: TestHostOptions = {}) {
  const { host, connection, ...rest } = await startTestHost(t, 'hostile', options)
  const request = (to: unknown) =>
    host.open({ ...connection, config: { request: JSON.stringify(to) } })
  const bother = (nuisance: string) => host.open({ ...connection, config: { nuisance } })
  return { host, connection, request, bother, ...rest }
}

const cases: [nuisance: string, message: RegExp][] = [
  ['a loop without end', /did not respond within 2000 ms/],
  ['an answer that never comes', /did not respond within 2000 ms/],
  ['a giant answer', /sent a message of more than \d+ bytes/],
  ['an unhandled rejection', /plugin process exited/],
  ['null', /Internal error of the integration: object: null/],
  ['nothing', /Internal error of the integration: undefined/],
  ['a symbol', /Internal error of the integration: symbol: Symbol\(odd\)/],
  ['an object that cannot be looked at', /Internal error of the integration: unknown error/],
  ['a failure of a kind that is none', /^odd$/],
  ['a circle', /circular/],
  ['a number that JSON does not know', /BigInt/],
  ['another form', /report\.self is not an object/],
  ['a text that is far too long', /report\.self\.id is not at most 500 characters/],
]

test('any misbehavior of an integration fails only that call, and the next one works', async (t) => {
  const { bother, request, url } = await start(t, { limits: { callMs: 2_000 } })
  for (const [nuisance, message] of cases) {
    const failure = await failureOf(bother(nuisance).testConnection())
    assert.equal(failure.kind, 'internal', nuisance)
    assert.match(failure.message, message, nuisance)
    assert.deepEqual(failure.facts, {}, nuisance)
    const { self } = await request({ method: 'GET', url }).testConnection()
    assert.match(self.name, /received/, nuisance)
  }
})

/** Of this process, on Linux. */
function listChildren(): number[] {
  const folder = '/proc/self/task'
  const lists = readdirSync(folder).map((id) => readFileSync(`${folder}/${id}/children`, 'utf8'))
  return lists.join(' ').split(' ').filter(Boolean).map(Number)
}

test('a process that computes has a lower priority than requests', async (t) => {
  const { bother } = await start(t, { limits: { callMs: 2_000 } })
  const failed = failureOf(bother('a loop without end').testConnection())
  await until('it has begun', () => listChildren().length > 0)
  const [child] = listChildren()
  assert.equal(getPriority(child), getPriority() + 5)
  await failed
})

test('memory is limited, for objects and for buffers', async (t) => {
  const { bother } = await start(t, { limits: { heapMb: 40, memoryMb: 200, callMs: 30_000 } })
  const objects = await failureOf(bother('objects without end').testConnection())
  assert.match(objects.message, /plugin process exited|more than 200 MB/)
  const buffers = await failureOf(bother('buffers without end').testConnection())
  assert.match(buffers.message, /more than 200 MB/)
})

test('one call that times out ends the process of other calls, which may be retried', async (t) => {
  const { host, connection, bother } = await start(t, {
    limits: { callMs: 3_000, silenceMs: 20_000 },
  })
  const waiting = host.open({ ...connection, config: { nuisance: 'silence' } })
  const pull = failureOf(Array.fromAsync(waiting.pull(null, { limit: 1 })))
  const slow = await failureOf(bother('an answer that never comes').testConnection())
  assert.equal(slow.kind, 'internal')
  const other = await pull
  assert.equal(other.kind, 'transient')
  assert.match(other.message, /because of another call/)
})

test('a silent pull is ended', async (t) => {
  const { bother } = await start(t, { limits: { silenceMs: 500 } })
  const failure = await failureOf(Array.fromAsync(bother('silence').pull(null, { limit: 1 })))
  assert.match(failure.message, /made no progress within 500 ms/)
})

test('a pull pauses until the next batch is requested, and ends when its consumer stops', async (t) => {
  const { bother } = await start(t)
  const sizes: number[] = []
  for await (const { items, cursor } of bother('endless').pull(null, { limit: 1 })) {
    sizes.push(items.length)
    if (cursor !== undefined) break
  }
  // A page of 1,200 in batches of at most 500; without backpressure it would never end.
  assert.deepEqual(sizes, [500, 500, 200])
})

test('an aborted call rejects immediately, and the process continues for others', async (t) => {
  const { bother, request, url } = await start(t)
  const controller = new AbortController()
  const call = bother('an answer that never comes').testConnection(controller.signal)
  setImmediate(() => controller.abort())
  assert.equal((await failureOf(call)).kind, 'transient')
  await request({ method: 'GET', url }).testConnection()
})

test('a call that continues after it was aborted ends the process of other calls, which may be retried', async (t) => {
  const { bother } = await start(t)
  // The process is already running, so the call has started when it is aborted.
  await failureOf(bother('null').testConnection())
  const pull = failureOf(Array.fromAsync(bother('silence').pull(null, { limit: 1 })))
  const controller = new AbortController()
  const call = bother('an answer that never comes').testConnection(controller.signal)
  setImmediate(() => controller.abort())
  assert.equal((await failureOf(call)).kind, 'transient')
  const other = await pull
  assert.equal(other.kind, 'transient')
  assert.match(other.message, /because of another call/)
})

test('a log is limited', async (t) => {
  const { bother, said } = await start(t, { limits: { logLines: 20, logChars: 30 } })
  await failureOf(bother('a log without end').testConnection())
  assert.equal(said.length, 20)
  assert.equal(said[0], 'line 0')
  assert.equal(said[19], 'Log limit reached; further lines are dropped.')
})

test('the number of processes is limited', async (t) => {
  const lane = { processes: 2, perTenant: 2, queuePerTenant: 1, waitMs: 200 }
  const lanes = { quick: lane, request: lane, sync: lane }
  const { host, connection } = await start(t, { limits: { processes: 2, lanes, callMs: 20_000 } })
  const open = (integrationId: string, nuisance: string) =>
    host.open({ ...connection, integrationId, config: { nuisance } })
  const controller = new AbortController()
  const busy = ['int_1', 'int_2'].map((id) =>
    failureOf(open(id, 'an answer that never comes').testConnection(controller.signal)),
  )
  const third = await failureOf(open('int_3', 'null').testConnection())
  assert.equal(third.kind, 'transient')
  assert.match(third.message, /No plugin process was available within 200 ms/)
  controller.abort()
  await Promise.all(busy)
  const next = await failureOf(open('int_3', 'null').testConnection())
  assert.match(next.message, /Internal error of the integration/)
})
