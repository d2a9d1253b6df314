import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { failureOf, startTestHost } from '../../../tests/harness/agent/test-host.ts'
import { until } from '../../../tests/operate/until.ts'

const me = '{"id":"7","name":"Ada"}'

type Options = { isOurs?: true; limits?: { idleMs: number; sharedIdleMs: number } }

async function start(t: TestContext, options: Options = {}) {
  let hold: Promise<void> | undefined
  const { host, connection } = await startTestHost(t, 'honest', {
    answer: (_, response) => void Promise.resolve(hold).then(() => response.end(me)),
    ...options,
  })
  const of = (tenantId: string) => host.open({ ...connection, tenantId, integrationId: tenantId })
  return { host, of, holdWith: (promise: Promise<void>) => void (hold = promise) }
}

test('a process of a built-in integration serves several tenants in turn', async (t) => {
  const { host, of } = await start(t, { isOurs: true })
  for (const tenant of ['a', 'b', 'c', 'a']) await of(tenant).testConnection()
  assert.equal(host.load().processes, 1)
})

test('control: a plugin has a process for each tenant', async (t) => {
  const { host, of } = await start(t)
  for (const tenant of ['a', 'b', 'c', 'a']) await of(tenant).testConnection()
  assert.equal(host.load().processes, 3)
})

test('two tenants never use a process at the same time', async (t) => {
  const { host, of, holdWith } = await start(t, { isOurs: true })
  await of('a').testConnection()
  const held = Promise.withResolvers<void>()
  holdWith(held.promise)
  const calls = ['a', 'b'].map((tenant) => of(tenant).testConnection())
  await until('the second process runs', () => host.load().processes === 2)
  held.resolve()
  await Promise.all(calls)
})

test('after a burst one process stays warm, whichever connections it served', async (t) => {
  const limits = { idleMs: 500, sharedIdleMs: 60_000 }
  const { host, of, holdWith } = await start(t, { isOurs: true, limits })
  const held = Promise.withResolvers<void>()
  holdWith(held.promise)
  const tenants = ['a', 'b', 'c']
  const calls = tenants.map((tenant) => of(tenant).testConnection())
  await until('each has a process', () => host.load().processes === tenants.length)
  held.resolve()
  await Promise.all(calls)
  // Polls that take turns must not keep the process of each one alive.
  let turn = 0
  await until('one is left', async () => {
    await of(tenants[turn++ % tenants.length] ?? '').testConnection()
    return host.load().processes === 1
  })
  await sleep(2 * limits.idleMs)
  assert.equal(host.load().processes, 1)
})

test('a process with an aborted call that still runs serves no other tenant', async (t) => {
  const { host, connection } = await startTestHost(t, 'hostile', { isOurs: true })
  const bother = (tenantId: string, nuisance: string) =>
    host.open({ ...connection, tenantId, integrationId: tenantId, config: { nuisance } })
  await failureOf(bother('a', 'null').testConnection())
  const gone = new AbortController()
  const call = bother('a', 'an answer that never comes').testConnection(gone.signal)
  setImmediate(() => gone.abort())
  await failureOf(call)
  await failureOf(bother('b', 'null').testConnection())
  assert.equal(host.load().processes, 2)
})

test('a call that fails does not end its process', async (t) => {
  const { host, connection } = await startTestHost(t, 'honest', {
    isOurs: true,
    answer: (_, response) => void response.writeHead(401).end(),
  })
  const failure = await failureOf(host.open(connection).testConnection())
  assert.equal(failure.kind, 'auth')
  await sleep(6_000)
  assert.equal(host.load().processes, 1)
})

async function startLingering(t: TestContext) {
  const { host, connection } = await startTestHost(t, 'lingering', {
    isOurs: true,
    connection: { provider: 'honest' },
  })
  return {
    host,
    of: (tenantId: string, onLog: (line: string) => void = () => undefined) => {
      const config = { ...connection.config, name: tenantId }
      return host.open({ ...connection, tenantId, integrationId: tenantId, config, onLog })
    },
  }
}

test('an aborted pull keeps its process until it has ended, with or without further batches', async (t) => {
  const { host, of } = await startLingering(t)
  const gone = new AbortController()
  const pull = of('a').pull(null, { limit: 10, full: false }, gone.signal)
  const batches = pull[Symbol.asyncIterator]()
  await batches.next()
  const second = batches.next()
  setTimeout(() => gone.abort(), 20)
  await failureOf(second)
  // The second batch arrives in the meantime.
  await sleep(1_000)
  await of('b').testConnection()
  assert.equal(host.load().processes, 2)
  // It ends without being killed, and serves others again.
  await sleep(3_500)
  await Promise.all(['c', 'd'].map((tenant) => of(tenant).testConnection()))
  assert.equal(host.load().processes, 2)
})

test('late log lines of one tenant never appear in the log of another', async (t) => {
  const { host, of } = await startLingering(t)
  await of('a').testConnection()
  const lines: string[] = []
  await of('b', (line) => lines.push(line)).fetchOne({ id: '1' })
  assert.equal(host.load().processes, 1)
  assert.deepEqual(lines, [])
})

test('the memory of all processes together is limited, and the largest one is ended', async (t) => {
  const { host, connection } = await startTestHost(t, 'hostile', {
    limits: { memoryMb: 4_000, totalMemoryMb: 150, callMs: 30_000 },
  })
  const config = { nuisance: 'buffers without end' }
  const failure = await failureOf(host.open({ ...connection, config }).testConnection())
  assert.equal(failure.kind, 'transient')
  assert.match(failure.message, /together used more than 150 MB/)
})
