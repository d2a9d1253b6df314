// How long requests may take to arrive, by a clock of the test.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { allowSlowBody, limitReceiving } from './request-deadline.ts'

beforeEach(() => {
  let now = 0
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  mock.method(performance, 'now', () => now)
  advance = (ms) => {
    // In steps, so that each timer sees its own time.
    for (let left = ms; left > 0; left -= 1_000) {
      now += 1_000
      mock.timers.tick(1_000)
    }
  }
})
afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})
let advance: (ms: number) => void

function receive(headers: Record<string, string>, { headersSent = false } = {}) {
  const socket = { bytesRead: 0, isDestroyed: false, destroy: () => (socket.isDestroyed = true) }
  const request = Object.assign(new EventEmitter(), { headers, socket, complete: false })
  const errors: unknown[] = []
  const server = new EventEmitter().on('clientError', ({ code }) => errors.push(code))
  const listener = limitReceiving(
    () => undefined,
    () => server as Server, // which only emits here
  )
  const incoming = request as unknown as IncomingMessage // has what is looked at
  listener(incoming, { headersSent } as never) // as above
  return { request, incoming, socket, errors }
}

const WITH_BODY = { 'content-length': '1000000' }

test('a body that does not arrive within 30 s is a timeout', () => {
  const { errors } = receive(WITH_BODY)
  advance(29_000)
  assert.deepEqual(errors, [])
  advance(2_000)
  assert.deepEqual(errors, ['ERR_HTTP_REQUEST_TIMEOUT'])
})

test('a body that arrived, or none, has no deadline', () => {
  const arrived = receive({ 'transfer-encoding': 'chunked' })
  arrived.request.emit('end')
  const none = receive({})
  advance(60_000)
  assert.deepEqual([...arrived.errors, ...none.errors], [])
})

test('after the response began, the connection is closed', () => {
  const { errors, socket } = receive(WITH_BODY, { headersSent: true })
  advance(31_000)
  assert.deepEqual([errors, socket.isDestroyed], [[], true])
})

test('a file may take long, as long as it keeps the minimum rate on average', () => {
  const { incoming, socket, errors } = receive(WITH_BODY)
  let expired = 0
  allowSlowBody(incoming, () => expired++)
  for (let minute = 0; minute < 10; minute++) {
    socket.bytesRead += 60 * 8 * 1024
    advance(60_000)
  }
  assert.deepEqual([errors, expired], [[], 0])
  advance(40_000)
  assert.ok(expired > 0)
})

test('a file that arrived is not watched', () => {
  const { incoming, request } = receive(WITH_BODY)
  let expired = 0
  allowSlowBody(incoming, () => expired++)
  request.emit('end')
  advance(120_000)
  assert.equal(expired, 0)
})
