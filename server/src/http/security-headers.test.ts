import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { buildLocalApi, type LocalApi } from '../../../tests/harness/service.ts'

let database: TestDatabase
let api: LocalApi
let url: URL

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url, env: { SERVICE_ACP_HSTS: '365d' } })
  url = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }))
})

after(async () => {
  await api.stop()
  await database.drop()
})

const get = (path: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: path, headers: { 'x-api-key': api.apiKey, ...headers } })

describe('every response', () => {
  const paths = ['/api/ping', '/api/no/such/path', '/healthz', '/hooks/x', '/ui/', '/nothing', '/']
  for (const path of paths) {
    test(`has nosniff and HSTS: ${path}`, async () => {
      const { headers } = await get(path)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['strict-transport-security'], 'max-age=31536000')
    })
  }

  test('has HSTS only where it is configured', async () => {
    const plain = await buildLocalApi({ databaseUrl: database.url })
    const { headers } = await plain.app.inject({ url: '/healthz' })
    await plain.stop()
    assert.equal(headers['strict-transport-security'], undefined)
  })
})

describe('a response of the API', () => {
  test('is not stored by caches, nor is an error', async () => {
    assert.equal((await get('/api/ping')).headers['cache-control'], 'no-store')
    const refused = await get('/api/tasks', { 'x-api-key': 'wrong' })
    assert.equal(refused.statusCode, 401)
    assert.equal(refused.headers['cache-control'], 'no-store')
  })

  test('with an ETag may be cached privately and is revalidated', async () => {
    const first = await get('/api/tasks')
    assert.equal(first.headers['cache-control'], 'private, no-cache')
    const again = await get('/api/tasks', { 'if-none-match': String(first.headers.etag) })
    assert.equal(again.statusCode, 304)
    assert.equal(again.headers['cache-control'], 'private, no-cache')
  })
})

async function ask(target: string, host: string): Promise<string> {
  const socket = connect(Number(url.port), url.hostname)
  const lines = [`GET ${target} HTTP/1.1`, `host: ${host}`, `x-api-key: ${api.apiKey}`]
  socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

describe('a whole URL in the request line', () => {
  test('is accepted if its host matches the Host header', async () => {
    assert.match(await ask('http://a.test/api/ping', 'a.test'), /^HTTP\/1\.1 200 /)
    assert.match(await ask('http://A.test:80/api/ping?', 'a.test'), /^HTTP\/1\.1 200 /)
    assert.match(await ask('http://a.test:8001/api/ping', 'a.test:8001'), /^HTTP\/1\.1 200 /)
  })

  for (const [target, host] of [
    ['http://b.test/api/ping', 'a.test'],
    ['http://a.test:8001/api/ping', 'a.test'],
    ['http://user@a.test/api/ping', 'a.test'],
    ['ftp://a.test/api/ping', 'a.test'],
    ['api/ping', 'a.test'],
  ] as const) {
    test(`is rejected otherwise: ${target} at ${host}`, async () => {
      const answer = await ask(target, host)
      assert.match(answer, /^HTTP\/1\.1 400 /)
      assert.match(answer, /"code":"malformed_http"/)
    })
  }
})
