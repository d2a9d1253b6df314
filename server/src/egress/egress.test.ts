import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { type ReceiverOptions, startReceiver } from '../../../tests/harness/network/receiver.ts'
import { answerOf, failureOf, startEgress } from '../../../tests/harness/network/test-egress.ts'

const sayWhere: RequestListener = (request, response) => {
  response.end(`${request.headers.host} at ${request.socket.localAddress}`)
}

async function start(t: TestContext, answer = sayWhere, options: ReceiverOptions = {}) {
  const receiver = await startReceiver(answer, options)
  t.after(() => receiver.close())
  return receiver
}

test('a request arrives unchanged, and its response is complete', async (t) => {
  const { port } = await start(t, (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers
    response.writeHead(201, { 'X-Two': ['a', 'b'], 'retry-after': '7' })
    request.on('data', (chunk: Buffer) => {
      response.end(JSON.stringify([request.method, request.url, headers, chunk.toString()]))
    })
  })
  const { post } = await startEgress(t)
  const outcome = await post(`http://127.0.0.1:${port}/a?b=c`, { headers: { 'X-One': '1' } })
  assert.ok(outcome.outcome === 'answer')
  assert.equal(outcome.status, 201)
  assert.equal(outcome.headers['x-two'], 'a, b')
  assert.equal(outcome.headers['retry-after'], '7')
  assert.deepEqual(JSON.parse(outcome.body.toString()), [
    'POST',
    '/a?b=c',
    { 'x-one': '1', 'content-length': '5' },
    'hello',
  ])
  assert.ok(outcome.durationMs > 0)
})

test('a redirect is returned and not followed', async (t) => {
  let seen = 0
  const { port } = await start(t, (_, response) => {
    seen++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const { post } = await startEgress(t)
  for (const status of [302, 302]) {
    assert.equal(answerOf(await post(`http://127.0.0.1:${port}/`)).status, status)
  }
  assert.equal(seen, 2)
})

test('a non-public address is rejected, as an IP address and by name, before anything is sent', async (t) => {
  const { port, connections } = await start(t)
  const { post, findFault } = await startEgress(t, {
    settings: { allow: [], plainHttp: 'anywhere' },
    dns: (_, type) => (type === 'A' ? { addresses: ['127.0.0.1'] } : 'nothing'),
  })
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '[::1]',
    '0.0.0.0',
    '10.0.0.1',
  ]) {
    const failure = failureOf(await post(`http://${host}:${port}/`))
    assert.equal(failure.code, 'forbidden_address', host)
    assert.equal(failure.sent, false)
    assert.match(failure.remedy, /SERVICE_ACP_EGRESS_ALLOW/)
  }
  const named = failureOf(await post(`http://inside.example:${port}/`))
  assert.equal(named.code, 'forbidden_address')
  assert.equal(named.address, '127.0.0.1', 'the operator sees the address')
  assert.doesNotMatch(
    named.detail,
    /127/,
    'the tenant does not see the address of an internal name',
  )
  assert.equal((await findFault(`http://inside.example:${port}/`))?.code, 'forbidden_address')
  assert.equal(await findFault('https://8.8.8.8/'), null)
  assert.equal(connections(), 0)
})

test('a name with one forbidden address is rejected, in any order of its addresses', async (t) => {
  const { port, connections } = await start(t)
  const { post } = await startEgress(t, {
    dns: (name, type) => {
      if (type === 'AAAA') return name === 'six.example' ? { addresses: ['fd00::1'] } : 'nothing'
      const good = ['127.0.0.1']
      if (name === 'last.example') return { addresses: [...good, '10.0.0.1'] }
      if (name === 'first.example') return { addresses: ['10.0.0.1', ...good] }
      return { addresses: good }
    },
  })
  for (const name of ['first', 'last', 'six']) {
    const failure = failureOf(await post(`http://${name}.example:${port}/`))
    assert.equal(failure.code, 'forbidden_address', name)
  }
  assert.equal(connections(), 0)
  assert.equal(answerOf(await post(`http://good.example:${port}/`)).status, 200)
})

test('the connection goes to the checked address, even if the name resolves differently afterwards', async (t) => {
  const { port } = await start(t, sayWhere, { host: '0.0.0.0' })
  const { post } = await startEgress(t, {
    dns: (_, type, count) =>
      type === 'A' ? { addresses: [count % 2 === 0 ? '127.0.0.1' : '10.0.0.1'] } : 'nothing',
  })
  const url = `http://flips.example:${port}/`
  for (let round = 0; round < 3; round++) {
    assert.equal(answerOf(await post(url)).body, `flips.example:${port} at 127.0.0.1`)
    assert.equal(failureOf(await post(url)).code, 'forbidden_address')
  }
})

test('a connection is reused only for the same address', async (t) => {
  const { port, connections } = await start(t, sayWhere, { host: '0.0.0.0' })
  let now = '127.0.0.1'
  const { post } = await startEgress(t, {
    dns: (_, type) => (type === 'A' ? { addresses: [now] } : 'nothing'),
  })
  const url = `http://moves.example:${port}/`
  for (let round = 0; round < 5; round++) await post(url)
  assert.equal(connections(), 1)
  now = '127.0.0.2'
  assert.match(answerOf(await post(url)).body, /at 127\.0\.0\.2$/)
  assert.equal(connections(), 2)
  now = '127.0.0.1'
  assert.match(answerOf(await post(url)).body, /at 127\.0\.0\.1$/)
  assert.equal(connections(), 2, 'the first connection is still open')
  await post(`http://other.example:${port}/`)
  assert.equal(connections(), 3, 'another name does not share it')
})

test('concurrent requests have one connection each', async (t) => {
  const waiting: (() => void)[] = []
  const { port, connections } = await start(t, (_, response) => {
    waiting.push(() => response.end())
    if (waiting.length === 40) for (const go of waiting) go()
  })
  const { post } = await startEgress(t)
  const url = `http://127.0.0.1:${port}/`
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => post(url)))
  assert.ok(outcomes.every(({ outcome }) => outcome === 'answer'))
  assert.equal(connections(), 40)
})

test('a burst reuses its connections and opens no more than it has concurrent requests', async (t) => {
  const { port, connections } = await start(t)
  const { post } = await startEgress(t)
  const sendMany = async () => {
    for (let round = 0; round < 25; round++) answerOf(await post(`http://127.0.0.1:${port}/`))
  }
  await Promise.all(Array.from({ length: 8 }, sendMany))
  assert.equal(connections(), 8)
})

test('if one address is unreachable the next one is tried', async (t) => {
  const { port } = await start(t, sayWhere, { host: '127.0.0.2' })
  const { post } = await startEgress(t, {
    dns: (name, type) => {
      if (type === 'AAAA') return 'nothing'
      return { addresses: name === 'dead.example' ? ['127.0.0.3'] : ['127.0.0.3', '127.0.0.2'] }
    },
  })
  assert.match(answerOf(await post(`http://two.example:${port}/`)).body, /at 127\.0\.0\.2/)
  const failure = failureOf(await post(`http://dead.example:${port}/`))
  assert.equal(failure.code, 'connect_failed')
  assert.match(failure.detail, /ECONNREFUSED/)
  assert.deepEqual([failure.address, failure.sent], ['127.0.0.3', false])
})

test('plain HTTP is allowed only where the operator configured it', async (t) => {
  const { port } = await start(t)
  const url = `http://127.0.0.1:${port}/`
  const never = await startEgress(t, { settings: { plainHttp: 'never' } })
  assert.equal(failureOf(await never.post(url)).code, 'plain_http_refused')
  const usual = await startEgress(t)
  assert.equal(answerOf(await usual.post(url)).status, 200)
  assert.equal((await usual.findFault('http://8.8.8.8/'))?.code, 'plain_http_refused')
  assert.equal(await usual.findFault('https://8.8.8.8/'), null)
  const open = await startEgress(t, { settings: { plainHttp: 'anywhere' } })
  assert.equal(await open.findFault('http://8.8.8.8/'), null)
})

test('an unknown name and a reserved header have their own error codes', async (t) => {
  const { post } = await startEgress(t)
  const unknown = failureOf(await post('https://unknown.example/'))
  assert.equal(unknown.code, 'dns_failed')
  assert.ok(unknown.remedy.length > 20)
  const host = failureOf(await post('https://unknown.example/', { headers: { Host: 'a' } }))
  assert.equal(host.code, 'invalid_header')
})

test('no request exceeds its total time, not even during name resolution', async (t) => {
  const { post } = await startEgress(t, { dns: () => 'silence' })
  const failure = failureOf(await post('https://slow.example/', { limits: { totalMs: 50 } }))
  assert.equal(failure.code, 'deadline_exceeded')
  assert.equal(failure.sent, false)
})

test('the caller can abort, before and during the request', async (t) => {
  const { port } = await start(t, () => undefined)
  const { post } = await startEgress(t)
  const url = `http://127.0.0.1:${port}/`
  assert.equal(failureOf(await post(url, { signal: AbortSignal.abort() })).code, 'aborted')
  const late = failureOf(await post(url, { signal: AbortSignal.timeout(50) }))
  assert.deepEqual([late.code, late.sent], ['aborted', true])
})

test('closing ends requests in flight', async (t) => {
  const { port } = await start(t, () => undefined)
  const egress = await startEgress(t)
  const inFlight = egress.post(`http://127.0.0.1:${port}/`)
  await new Promise((resume) => setTimeout(resume, 50))
  await egress.close()
  assert.equal(failureOf(await inFlight).code, 'connection_lost')
})
