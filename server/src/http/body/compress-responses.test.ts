// Large responses are compressed for clients that accept it, and decompress to exactly what others get.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { basic } from '../../../../tests/harness/dashboard/dashboard.ts'
import { newTenant, newUser, testAddress } from '../../../../tests/harness/test-api.ts'
import { chooseEncoding } from './compress-responses.ts'

let client: ApiClient
let address: string
before(async () => {
  client = await newTenant()
  address = await testAddress()
  for (let index = 0; index < 5; index++) await client.create({ title: `Größe ${index}` })
})

/** Over a connection, for the bytes as they travel. */
async function open(headers: Record<string, string>, path = '/api/tasks', method = 'GET') {
  const { host, key } = client.tenant
  const own = 'authorization' in headers ? { host } : { host, 'x-api-key': key }
  const sent = request(address + path, { method, headers: { ...own, ...headers } }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage] // as documented
  const { 'content-encoding': encoding, 'content-length': length, vary, etag } = answer.headers
  return { status: answer.statusCode, bytes: await buffer(answer), encoding, length, vary, etag }
}

describe('a response of 1 kB or more', () => {
  test('is compressed with Brotli or gzip, as the client accepts', async () => {
    const plain = await open({})
    assert.ok(plain.bytes.length > 2_000)
    assert.deepEqual([plain.encoding, plain.vary], [undefined, 'accept-encoding'])
    for (const [accepted, encoding, decompress] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ] as const) {
      const answer = await open({ 'accept-encoding': accepted })
      assert.deepEqual([answer.status, answer.encoding], [200, encoding])
      assert.equal(answer.length, String(answer.bytes.length))
      assert.ok(answer.bytes.length * 4 < plain.bytes.length, `${answer.bytes.length} bytes`)
      assert.deepEqual(decompress(answer.bytes), plain.bytes)
      assert.equal(answer.vary, plain.vary)
      assert.ok(answer.etag)
    }
  })

  test('is compressed if it is an error', async () => {
    const query = Array.from({ length: 30 }, (_, index) => `unknown_${index}=1`).join('&')
    const answer = await open({ 'accept-encoding': 'br' }, `/api/tasks?${query}`)
    assert.deepEqual([answer.status, answer.encoding], [400, 'br'])
    assert.match(brotliDecompressSync(answer.bytes).toString(), /"code":"invalid_request"/)
  })

  test('has the headers of the plain one for HEAD', async () => {
    const [plain, head] = [
      await open({}),
      await open({ 'accept-encoding': 'br' }, '/api/tasks', 'HEAD'),
    ]
    assert.deepEqual([head.length, head.encoding], [plain.length, undefined])
  })

  test('is not compressed for another site that uses the password in the cache of a browser', async () => {
    const authorization = basic(await newUser(client.tenant, 'ada'))
    const sent = { authorization, 'accept-encoding': 'br' }
    const encodingFor = async (site: Record<string, string>) =>
      (await open({ ...sent, ...site }, '/ui/api/tasks')).encoding
    assert.equal(await encodingFor({ 'sec-fetch-site': 'same-origin' }), 'br')
    for (const site of ['cross-site', 'same-site', 'none']) {
      assert.equal(await encodingFor({ 'sec-fetch-site': site }), undefined, site)
    }
    assert.equal(await encodingFor({}), undefined)
  })
})

test('a smaller response is not compressed', async () => {
  const answer = await open({ 'accept-encoding': 'br, gzip' }, '/api/ping')
  assert.deepEqual([answer.status, answer.encoding, answer.vary], [200, undefined, undefined])
})

test('the encoding is what the client prefers', () => {
  for (const [header, encoding] of [
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['GZIP, BR', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['gzip; q=0.5', 'gzip'],
    ['br;q=x', undefined],
    ['identity', undefined],
    ['*', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(chooseEncoding(header), encoding, header)
  }
})
