import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createWaitingRoom, type Pausable } from './waiting-room.ts'

type Connection = Pausable & { isPaused: boolean; isEarly: boolean }

/** Connections that had their next request ready; `done` is what the process has answered so far. */
function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const world = { now: 0, done: 0 }
  const room = createWaitingRoom({
    longestMs: 1_000,
    done: () => world.done,
    now: () => world.now,
  })
  const seat = (): Connection => {
    const connection: Connection = {
      isPaused: false,
      isEarly: false,
      pause: () => (connection.isPaused = true),
      resume: () => {
        connection.isPaused = false
        connection.isEarly = room.isEarly(connection)
      },
    }
    room.seat(connection)
    return connection
  }
  const pass = (ms: number, donePerTick = 0) => {
    for (const end = world.now + ms; world.now < end; ) {
      world.now += 20
      world.done += donePerTick
      t.mock.timers.tick(20)
    }
  }
  return { room, seat, pass }
}

const countCalled = (connections: readonly Connection[]) =>
  connections.filter(({ isPaused }) => !isPaused).length

test('they are called in the order they came, one for every two that are answered', (t) => {
  const { seat, pass } = start(t)
  const connections = Array.from({ length: 100 }, seat)
  assert.equal(countCalled(connections), 0)
  pass(100, 20)
  const called = countCalled(connections)
  assert.ok(called >= 50 && called < 60, `${called}`)
  assert.equal(countCalled(connections.slice(0, called)), called)
})

test('nobody waits longer than told, also when nothing is answered', (t) => {
  const { seat, pass } = start(t)
  const first = Array.from({ length: 1_000 }, seat)
  pass(980)
  assert.ok(countCalled(first) < 1_000)
  const second = seat()
  pass(40)
  assert.equal(countCalled(first), 1_000)
  assert.equal(second.isPaused, true)
  pass(980)
  assert.equal(second.isPaused, false)
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

test('a request that was there before the call is early, one that comes after it is not', async (t) => {
  const { room, seat, pass } = start(t)
  const connection = seat()
  pass(20, 2)
  assert.equal(connection.isEarly, true)
  await new Promise((resume) => setImmediate(resume))
  assert.equal(room.isEarly(connection), false)
})

test('what was answered before anybody waited calls nobody', (t) => {
  const { seat, pass } = start(t)
  const first = seat()
  pass(20, 2)
  assert.equal(first.isPaused, false)
  pass(1_000, 1_000)
  const connections = [seat(), seat()]
  pass(20)
  assert.equal(countCalled(connections), 0)
})
