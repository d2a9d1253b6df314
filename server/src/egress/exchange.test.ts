import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { startRawReceiver } from '../../../tests/harness/network/receiver.ts'
import { answerOf, failureOf, startEgress } from '../../../tests/harness/network/test-egress.ts'
import type { FailureCode } from './failure.ts'
import type { EgressLimits } from './limits.ts'

/** Short enough for tests, long enough for a busy machine. */
const limits: Partial<EgressLimits> = {
  totalMs: 4_000,
  headersMs: 600,
  bodyMs: 600,
  keepBytes: 1_024,
}

/** Runs one request against a server that writes this in response; returns the outcome. */
async function hear(
  t: TestContext,
  talk: ((socket: Socket) => void) | string,
  more: Partial<EgressLimits> = {},
) {
  const receiver = await startRawReceiver((socket) => {
    socket.on('data', (chunk) => {
      if (!chunk.toString('latin1').includes('hello')) return
      if (typeof talk === 'string') socket.write(talk)
      else talk(socket)
    })
  })
  t.after(() => receiver.close())
  const { post } = await startEgress(t)
  const url = `http://127.0.0.1:${receiver.port}/`
  const ask = () => post(url, { limits: { ...limits, ...more } })
  return { ask, receiver, outcome: await ask() }
}

async function assertFailure(
  t: TestContext,
  talk: Parameters<typeof hear>[1],
  code: FailureCode,
  more: Partial<EgressLimits> = {},
): Promise<void> {
  const failure = failureOf((await hear(t, talk, more)).outcome)
  assert.equal(failure.code, code, failure.detail)
  assert.equal(failure.sent, true)
}

const ok = 'HTTP/1.1 200 OK\r\n'
const endless = (socket: Socket, piece: string, everyMs = 0) => {
  const timer = setInterval(() => socket.write(piece), everyMs)
  socket.on('close', () => clearInterval(timer))
}

test('silent, paused and trickling responses time out', async (t) => {
  await assertFailure(t, () => undefined, 'headers_timeout')
  await assertFailure(t, 'HTTP/1.1 200 OK\r\nx: ', 'headers_timeout')
  await assertFailure(t, `${ok}content-length: 9\r\n\r\nabc`, 'body_timeout')
  const drip = (socket: Socket) => {
    socket.write(`${ok}content-length: 100000\r\n\r\n`)
    endless(socket, 'x', 100)
  }
  await assertFailure(t, drip, 'deadline_exceeded', { totalMs: 1_500 })
})

test('interim responses do not reset the timeout', async (t) => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n'
  await assertFailure(t, (socket) => endless(socket, hint, 50), 'headers_timeout')
})

test('the status is reported when only the body failed', async (t) => {
  const paused = failureOf((await hear(t, `${ok}content-length: 9\r\n\r\nabc`)).outcome)
  assert.equal(paused.status, 200)
  const reset = failureOf(
    (
      await hear(t, (socket) => {
        socket.write(`${ok}content-length: 9\r\n\r\nabc`, () => socket.resetAndDestroy())
      })
    ).outcome,
  )
  assert.deepEqual([reset.code, reset.status], ['connection_lost', 200])
})

test('a connection that ends or is reset is reported as lost', async (t) => {
  await assertFailure(t, (socket) => socket.end(), 'connection_lost')
  await assertFailure(t, (socket) => socket.resetAndDestroy(), 'connection_lost')
  await assertFailure(
    t,
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'connection_lost',
  )
})

test('a response that is not HTTP is invalid', async (t) => {
  await assertFailure(t, 'SSH-2.0-OpenSSH_9.2\r\n', 'invalid_response')
  await assertFailure(t, '220 mail.example ESMTP\r\n', 'invalid_response')
  await assertFailure(t, `${ok}content-length: x\r\n\r\n`, 'invalid_response')
  await assertFailure(
    t,
    `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
    'invalid_response',
  )
  await assertFailure(t, `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'invalid_response')
})

test('too many and too long headers are rejected', async (t) => {
  const many = Array.from({ length: 101 }, (_, index) => `x${index}: y\r\n`).join('')
  await assertFailure(t, `${ok}${many}content-length: 0\r\n\r\n`, 'headers_too_large')
  await assertFailure(t, `${ok}x: ${'y'.repeat(20_000)}\r\n\r\n`, 'headers_too_large')
  await assertFailure(
    t,
    (socket) => {
      socket.write(ok)
      endless(socket, `x: ${'y'.repeat(500)}\r\n`)
    },
    'headers_too_large',
  )
  const fewer = Array.from({ length: 99 }, (_, index) => `x${index}: y\r\n`).join('')
  const { outcome } = await hear(t, `${ok}${fewer}content-length: 0\r\n\r\n`)
  assert.equal(answerOf(outcome).status, 200)
})

test('a header can have any name, including __proto__', async (t) => {
  const names = '__proto__: a\r\n__proto__: b\r\nconstructor: c\r\ntoString: d\r\n'
  const { outcome } = await hear(t, `${ok}${names}content-length: 2\r\n\r\nok`)
  assert.ok(outcome.outcome === 'answer')
  assert.deepEqual(Object.keys(outcome.headers).toSorted(), [
    '__proto__',
    'constructor',
    'content-length',
    'tostring',
  ])
  assert.equal(outcome.headers['__proto__'], 'a, b')
  assert.equal(Object.getPrototypeOf(outcome.headers), null)
})

const bodyOf = (size: number) => `${ok}content-length: ${size}\r\n\r\n${'x'.repeat(size)}`

test('the beginning of a long body is kept, and so is the connection if the rest is short enough', async (t) => {
  const fitting = await hear(t, bodyOf(1_024))
  assert.ok(fitting.outcome.outcome === 'answer')
  assert.deepEqual([fitting.outcome.body.length, fitting.outcome.isCut], [1_024, false])
  const longer = await hear(t, bodyOf(40_000))
  assert.ok(longer.outcome.outcome === 'answer')
  assert.deepEqual([longer.outcome.body.length, longer.outcome.isCut], [1_024, true])
  await longer.ask()
  assert.equal(longer.receiver.connections(), 1)
})

test('an endless body costs only the connection', async (t) => {
  const { outcome, ask, receiver } = await hear(t, (socket) => {
    socket.write(`${ok}transfer-encoding: chunked\r\n\r\n`)
    endless(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`)
  })
  assert.ok(outcome.outcome === 'answer')
  assert.deepEqual([outcome.body.length, outcome.isCut], [1_024, true])
  await ask()
  assert.equal(receiver.connections(), 2)
})

test('a caller that needs the whole body gets an error when it is too large', async (t) => {
  await assertFailure(t, bodyOf(2_000), 'response_too_large', { whenLarger: 'fail' })
  const { outcome } = await hear(t, bodyOf(2_000), { whenLarger: 'fail', keepBytes: 2_000 })
  assert.equal(answerOf(outcome).body.length, 2_000)
})

test('an unsolicited response is not used for the next request', async (t) => {
  let requests = 0
  const { ask } = await hear(t, (socket) => {
    requests++
    socket.write(
      `${ok}content-length: 1\r\n\r\n${requests}${requests === 1 ? `${ok}content-length: 6\r\n\r\nforged` : ''}`,
    )
  })
  const outcome = await ask()
  assert.notEqual(outcome.outcome === 'answer' ? outcome.body.toString() : '', 'forged')
})
