import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAdmissionQueue, type Pausable } from './admission-queue.ts'

type Connection = Pausable & { isPaused: boolean; wasStale: boolean }

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const world = { now: 0, free: 0 }
  const queue = createAdmissionQueue({
    longestMs: 1_000,
    freeSlots: () => world.free,
    now: () => world.now,
  })
  const enqueue = (): Connection => {
    const connection: Connection = {
      isPaused: false,
      wasStale: false,
      pause: () => (connection.isPaused = true),
      resume: () => {
        connection.isPaused = false
        connection.wasStale = queue.isStale(connection)
      },
    }
    queue.enqueue(connection)
    return connection
  }
  const pass = (ms: number) => {
    for (const end = world.now + ms; world.now < end; ) {
      world.now += 20
      t.mock.timers.tick(20)
    }
  }
  return { world, queue, enqueue, pass }
}

const countDequeued = (connections: readonly Connection[]) =>
  connections.filter(({ isPaused }) => !isPaused).length

test('as slots become free, as many are dequeued, last in first out, and they are not stale', (t) => {
  const { world, enqueue, pass } = start(t)
  const connections = Array.from({ length: 40 }, enqueue)
  assert.equal(countDequeued(connections), 0)
  world.free = 10
  pass(20)
  assert.equal(countDequeued(connections.slice(30)), 10)
  assert.equal(countDequeued(connections), 10)
  assert.ok(connections.slice(30).every(({ wasStale }) => !wasStale))
  world.free = -5
  pass(20)
  assert.ok(countDequeued(connections) <= 11)
})

test('none waits longer than the maximum, and one that did is stale', async (t) => {
  const { queue, enqueue, pass } = start(t)
  const first = Array.from({ length: 1_000 }, enqueue)
  pass(980)
  assert.ok(countDequeued(first) < 1_000)
  const second = enqueue()
  pass(40)
  assert.equal(countDequeued(first), 1_000)
  assert.equal(second.isPaused, true)
  pass(980)
  assert.equal(second.isPaused, false)
  assert.equal(second.wasStale, true)
  await new Promise((resume) => setImmediate(resume))
  assert.equal(queue.isStale(second), false, 'its next request is not stale')
})

test('connections that arrived together do not all return together', (t) => {
  const { queue, enqueue, pass } = start(t)
  const connections = Array.from({ length: 1_000 }, enqueue)
  let most = 0
  for (let tick = 0; tick < 200; tick++) {
    pass(20)
    const dequeued = connections.filter(({ isPaused }) => !isPaused)
    most = Math.max(most, dequeued.length)
    for (const connection of dequeued) queue.enqueue(connection)
  }
  assert.ok(most <= 40, `${most} of 1,000 in one tick`)
})

test('one that is rejected twice before it waits has one entry', (t) => {
  const { queue, enqueue, pass } = start(t)
  const connection = enqueue()
  queue.enqueue(connection)
  pass(1_000)
  assert.equal(connection.isPaused, false)
  queue.enqueue(connection)
  pass(980)
  assert.equal(connection.isPaused, true)
})
