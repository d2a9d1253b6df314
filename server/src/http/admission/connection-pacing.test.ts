import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { until } from '../../../../tests/operate/until.ts'
import { ConnectionPacing, type PacingOptions } from './connection-pacing.ts'

const network = '127.0.5.0/24'

/** Of a network that is throttled already. */
function createStrict(options: PacingOptions) {
  const pacing = new ConnectionPacing({
    incompleteBurst: 0,
    incompleteLeakPerSecond: 0.02,
    ...options,
  })
  pacing.settle(new Socket(), network, false)
  return pacing
}

function admitAll(pacing: ReturnType<typeof createStrict>, sockets: readonly Socket[]): Socket[] {
  const served: Socket[] = []
  for (const socket of sockets) pacing.admit(socket, network, () => served.push(socket))
  return served
}

const open = (count: number, bytes = 0) =>
  Array.from({ length: count }, () => {
    const socket = new Socket()
    if (bytes > 0) socket.push(Buffer.alloc(bytes))
    return socket
  })

const countClosed = (sockets: readonly Socket[]) =>
  sockets.filter(({ destroyed }) => destroyed).length

test('waiting connections are served at a rate, newest first', async () => {
  const pacing = createStrict({ throttledPerSecond: 20 })
  const sockets = open(3)
  const served = admitAll(pacing, sockets)
  assert.equal(pacing.waiting, 3)
  await until('all are served', () => served.length === 3)
  assert.deepEqual(served, sockets.toReversed())
})

test('all are served once the network is no longer throttled', async () => {
  const pacing = createStrict({ incompleteLeakPerSecond: 5, throttledPerSecond: 0 })
  const served = admitAll(pacing, open(10))
  assert.equal(served.length, 0)
  await until('all are served', () => served.length === 10)
})

test('a connection that waits too long is closed', async () => {
  let closed = 0
  const options = { throttledPerSecond: 0, maxWaitMs: 100, onClosed: () => void closed++ }
  const pacing = createStrict(options)
  const sockets = open(5)
  const served = admitAll(pacing, sockets)
  await until('none waits', () => pacing.waiting === 0)
  assert.equal(countClosed(sockets) + served.length, 5)
  assert.equal(closed, countClosed(sockets))
})

test('unread bytes are limited; the network that holds the most is closed first', async () => {
  const pacing = createStrict({ throttledPerSecond: 0, maxUnreadBytes: 100_000 })
  const large = open(10, 30_000)
  admitAll(pacing, large)
  pacing.settle(new Socket(), 'elsewhere', false)
  const small = open(3, 1_000)
  for (const socket of small) pacing.admit(socket, 'elsewhere', () => undefined)
  await until('some are closed', () => countClosed(large) >= 6)
  assert.ok(countClosed(large) < 8)
  assert.equal(countClosed(small), 0)
})
