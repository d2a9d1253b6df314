import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { until } from '../../../../tests/operate/until.ts'
import { ConnectionPacing, type PacingOptions } from './connection-pacing.ts'

const network = '127.0.5.0/24'

/** After `tolerated` and one more incomplete connections. */
function createStrict(options: PacingOptions) {
  const pacing = new ConnectionPacing({ tolerated: 0, forgivenPerSecond: 0.02, ...options })
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

test('those who wait are served at a rate, the newest first', async () => {
  const pacing = createStrict({ servedPerSecond: 20 })
  const sockets = open(3)
  const served = admitAll(pacing, sockets)
  assert.equal(pacing.waiting, 3)
  await until('all are served', () => served.length === 3)
  assert.deepEqual(served, sockets.toReversed())
})

test('all are served once the network is forgiven', async () => {
  const pacing = createStrict({ forgivenPerSecond: 5, servedPerSecond: 0 })
  const served = admitAll(pacing, open(10))
  assert.equal(served.length, 0)
  await until('all are served', () => served.length === 10)
})

test('who waits too long is closed', async () => {
  let closed = 0
  const options = { servedPerSecond: 0, longestWaitMs: 100, onClosed: () => void closed++ }
  const pacing = createStrict(options)
  const sockets = open(5)
  const served = admitAll(pacing, sockets)
  await until('nobody waits', () => pacing.waiting === 0)
  assert.equal(countClosed(sockets) + served.length, 5)
  assert.equal(closed, countClosed(sockets))
})

test('what those who wait hold unread is bounded, at the expense of who holds most', async () => {
  const pacing = createStrict({ servedPerSecond: 0, maxBytes: 100_000 })
  const large = open(10, 30_000)
  admitAll(pacing, large)
  pacing.settle(new Socket(), 'elsewhere', false)
  const small = open(3, 1_000)
  for (const socket of small) pacing.admit(socket, 'elsewhere', () => undefined)
  await until('some are closed', () => countClosed(large) >= 6)
  assert.ok(countClosed(large) < 8)
  assert.equal(countClosed(small), 0)
})
