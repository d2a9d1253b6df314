import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Pool, type PoolClient } from 'pg'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { until } from '../../../../tests/operate/until.ts'
import { divideConnections } from './divide-connections.ts'
import { type Connect, FairPool, type FairPoolOptions } from './fair-pool.ts'

let database: TestDatabase
let pool: Pool

before(async () => {
  database = await createDatabase()
  pool = new Pool({ connectionString: database.url, max: 8 })
  // A server process may end after its database is dropped, and says so.
  pool.on('connect', (client) => client.on('error', () => undefined))
})

after(async () => {
  await pool.end()
  await database.drop()
})

type Held = { release: () => void; isHeld: () => boolean; connecting: Promise<PoolClient> }

function share(options: Partial<FairPoolOptions> = {}) {
  return new FairPool({
    pool,
    size: 6,
    share: 50,
    maxWaiting: null,
    acquireTimeoutMs: 5_000,
    ...options,
  })
}

/** Requests `count` connections for reads of one tenant. */
function ask(fair: FairPool, tenantId: string, count: number): Held[] {
  return askFor(count, () => fair.of(tenantId).connect())
}

function askToWrite(fair: FairPool, tenantId: string, count: number): Held[] {
  return askFor(count, () => fair.ofWrites(tenantId).connect())
}

function askFor(count: number, connect: Connect): Held[] {
  return Array.from({ length: count }, () => {
    let client: PoolClient | undefined
    const connecting = connect()
    connecting.then(
      (one) => (client = one),
      () => undefined,
    )
    return { connecting, isHeld: () => client !== undefined, release: () => client?.release() }
  })
}

/** The pool opens its connections one after the other, so the number is reached a little later. */
async function assertHeld(held: readonly Held[], count: number): Promise<void> {
  const heldNow = () => held.filter(({ isHeld }) => isHeld()).length
  await until(`${count} are held`, () => heldNow() >= count)
  assert.equal(heldNow(), count)
}

async function releaseAll(fair: FairPool, held: readonly Held[]): Promise<void> {
  while (fair.waiting() > 0 || held.some(({ isHeld }) => !isHeld())) {
    for (const one of held) if (one.isHeld()) release(one)
    await new Promise((resume) => setTimeout(resume, 5))
  }
  for (const one of held) release(one)
}

const released = new WeakSet<Held>()
function release(one: Held): void {
  if (released.has(one)) return
  released.add(one)
  one.release()
}

test('a single tenant holds all but one, so that the next finds one immediately', async () => {
  const fair = share()
  const first = ask(fair, 'a', 8)
  await assertHeld(first, 5)
  assert.equal(fair.waiting(), 3)
  const next = ask(fair, 'b', 1)
  await assertHeld(next, 1)
  assert.equal(fair.waiting(), 3)
  await releaseAll(fair, [...first, ...next])
})

test('released connections go to the tenants in turn, and none exceeds its share', async () => {
  const fair = share()
  const first = ask(fair, 'a', 8)
  await assertHeld(first, 5)
  assert.equal(fair.waiting(), 3)
  const next = ask(fair, 'b', 4)
  await assertHeld(next, 1)
  // Two of the first tenant end: it still has its share, so both go to the second.
  for (const one of first.slice(0, 2)) release(one)
  await assertHeld(next, 3)
  // The next goes to the first, because the second has its share now.
  for (const one of first.slice(2, 3)) release(one)
  await assertHeld(first, 6)
  await assertHeld(next, 3)
  await releaseAll(fair, [...first, ...next])
})

test('writes that never end leave a connection to reads of their tenant', async () => {
  const fair = share()
  const writes = askToWrite(fair, 'a', 8)
  await assertHeld(writes, 4)
  const reads = ask(fair, 'a', 1)
  await assertHeld(reads, 1)
  await releaseAll(fair, [...writes, ...reads])
})

test('writes of many tenants that never end leave a connection to reads', async () => {
  const fair = share()
  const writes = ['a', 'b', 'c', 'd'].flatMap((tenantId) => askToWrite(fair, tenantId, 2))
  await assertHeld(writes, 5)
  const reads = ask(fair, 'e', 1)
  await assertHeld(reads, 1)
  await releaseAll(fair, [...writes, ...reads])
})

test('a write gets its turn while reads take every connection that is released', async () => {
  const fair = share()
  const reads = ask(fair, 'a', 12)
  await assertHeld(reads, 5)
  const writes = askToWrite(fair, 'b', 1)
  await assertHeld(writes, 1)
  for (const one of writes) release(one)
  await assertHeld(reads, 5)
  const [next] = askToWrite(fair, 'a', 1)
  const turns = reads.filter(({ isHeld }) => isHeld()).slice(0, 2)
  for (const one of turns) release(one)
  await until('the write is held', () => next?.isHeld() === true)
  await releaseAll(fair, [...reads, ...writes, ...(next ? [next] : [])])
})

test('without a share a tenant holds all connections', async () => {
  const fair = share({ share: null })
  const first = ask(fair, 'a', 8)
  await assertHeld(first, 6)
  assert.equal(fair.waiting(), 2)
  await releaseAll(fair, first)
})

test('requests beyond the waiting limit are rejected, only for that tenant', async () => {
  const fair = share({ maxWaiting: 2 })
  const first = ask(fair, 'a', 7)
  const [refused] = ask(fair, 'a', 1)
  await assert.rejects(
    async () => refused?.connecting,
    /2 requests of this tenant are already waiting for the database \(SERVICE_ACP_LIMIT_WAITING\)/,
  )
  const next = ask(fair, 'b', 1)
  await assertHeld(next, 1)
  assert.equal(fair.waiting(), 2)
  await releaseAll(fair, [...first, ...next])
})

test('a wait times out, and its place in the queue is freed', async () => {
  const fair = share({ acquireTimeoutMs: 50 })
  const first = ask(fair, 'a', 5)
  const [late] = ask(fair, 'a', 1)
  await assert.rejects(async () => late?.connecting, /no connection was free within 50 ms/)
  await assertHeld(first, 5)
  assert.equal(fair.waiting(), 0)
  await releaseAll(fair, first)
})

test('a connection that cannot be opened does not count', async () => {
  const broken = new Pool({ connectionString: 'postgres://localhost:1/none' })
  const fair = share({ pool: broken, size: 2 })
  for (let n = 0; n < 4; n++) await assert.rejects(fair.of('a').connect(), /ECONNREFUSED/)
  assert.equal(fair.waiting(), 0)
  await broken.end()
})

const divide = (poolSize: number, off: { timeout?: true; share?: true } = {}) =>
  Object.values(
    divideConnections({
      poolSize,
      expensiveReadTimeoutMs: off.timeout ? null : 5_000,
      tenantShare: off.share ? null : 50,
    }),
  )

test('connections are divided where there are enough of them', () => {
  assert.deepEqual(divide(1), [0, 1, 1])
  assert.deepEqual(divide(4), [0, 4, 3])
  assert.deepEqual(divide(5), [2, 3, 3])
  assert.deepEqual(divide(10), [3, 7, 6])
  assert.deepEqual(divide(10, { timeout: true }), [0, 10, 9])
  assert.deepEqual(divide(10, { timeout: true, share: true }), [0, 10, 10])
})
