import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createWaitingRoom, type Pausable } from './waiting-room.ts'

type Connection = Pausable & { isPaused: boolean; wasStale: boolean }

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const world = { now: 0, free: 0 }
  const room = createWaitingRoom({
    longestMs: 1_000,
    freePlaces: () => world.free,
    now: () => world.now,
  })
  const seat = (): Connection => {
    const connection: Connection = {
      isPaused: false,
      wasStale: false,
      pause: () => (connection.isPaused = true),
      resume: () => {
        connection.isPaused = false
        connection.wasStale = room.isStale(connection)
      },
    }
    room.seat(connection)
    return connection
  }
  const pass = (ms: number) => {
    for (const end = world.now + ms; world.now < end; ) {
      world.now += 20
      t.mock.timers.tick(20)
    }
  }
  return { world, room, seat, pass }
}

const countCalled = (connections: readonly Connection[]) =>
  connections.filter(({ isPaused }) => !isPaused).length

test('as places become free, as many are called, who came last first, and they are not stale', (t) => {
  const { world, seat, pass } = start(t)
  const connections = Array.from({ length: 40 }, seat)
  assert.equal(countCalled(connections), 0)
  world.free = 10
  pass(20)
  assert.equal(countCalled(connections.slice(30)), 10)
  assert.equal(countCalled(connections), 10)
  assert.ok(connections.slice(30).every(({ wasStale }) => !wasStale))
  world.free = -5
  pass(20)
  assert.ok(countCalled(connections) <= 11)
})

test('nobody waits longer than told, and who waited so long is stale', async (t) => {
  const { room, seat, pass } = start(t)
  const first = Array.from({ length: 1_000 }, seat)
  pass(980)
  assert.ok(countCalled(first) < 1_000)
  const second = seat()
  pass(40)
  assert.equal(countCalled(first), 1_000)
  assert.equal(second.isPaused, true)
  pass(980)
  assert.equal(second.isPaused, false)
  assert.equal(second.wasStale, true)
  await new Promise((resume) => setImmediate(resume))
  assert.equal(room.isStale(second), false, 'its next request is another matter')
})

test('those who came together do not all come back together', (t) => {
  const { room, seat, pass } = start(t)
  const connections = Array.from({ length: 1_000 }, seat)
  let most = 0
  for (let tick = 0; tick < 200; tick++) {
    pass(20)
    const called = connections.filter(({ isPaused }) => !isPaused)
    most = Math.max(most, called.length)
    for (const connection of called) room.seat(connection)
  }
  assert.ok(most <= 40, `${most} of 1,000 in one tick`)
})

test('one that is refused twice before it waits has one seat', (t) => {
  const { room, seat, pass } = start(t)
  const connection = seat()
  room.seat(connection)
  pass(1_000)
  assert.equal(connection.isPaused, false)
  room.seat(connection)
  pass(980)
  assert.equal(connection.isPaused, true)
})
