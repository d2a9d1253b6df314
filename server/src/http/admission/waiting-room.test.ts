import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createWaitingRoom, type Pausable } from './waiting-room.ts'

type Connection = Pausable & { isPaused: boolean; calledAt: number }

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let now = 0
  const room = createWaitingRoom(() => now)
  const seat = (): Connection => {
    const connection: Connection = {
      isPaused: false,
      calledAt: Number.NaN,
      pause: () => (connection.isPaused = true),
      resume: () => {
        connection.isPaused = false
        connection.calledAt = now
      },
    }
    room.seat(connection)
    return connection
  }
  const pass = (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += 20
      t.mock.timers.tick(20)
    }
  }
  return { seat, pass }
}

test('one that was refused is not read, and called soon when few wait', (t) => {
  const { seat, pass } = start(t)
  const connection = seat()
  assert.equal(connection.isPaused, true)
  pass(40)
  assert.equal(connection.isPaused, false)
  pass(100)
  const later = seat()
  pass(40)
  assert.equal(later.isPaused, false)
})

test('many are called in the order they came, 2,000 a second', (t) => {
  const { seat, pass } = start(t)
  const connections = Array.from({ length: 800 }, seat)
  pass(200)
  assert.equal(connections.filter(({ isPaused }) => !isPaused).length, 400)
  assert.equal(
    connections.slice(0, 400).some(({ isPaused }) => isPaused),
    false,
  )
  pass(200)
  assert.equal(
    connections.some(({ isPaused }) => isPaused),
    false,
  )
})

test('nobody waits longer than half a second, however many there are', (t) => {
  const { seat, pass } = start(t)
  const connections = Array.from({ length: 50_000 }, seat)
  pass(520)
  assert.ok(connections.every(({ calledAt }) => calledAt <= 520))
})
