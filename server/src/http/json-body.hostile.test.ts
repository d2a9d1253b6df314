// Hostile bodies: whatever is sent, the result is a client error or a task with exactly the sent content, never a server error.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Task } from '@task-service/contract'
import type { ApiClient, Reply } from '../../../tests/harness/api-client.ts'
import { newTenant } from '../../../tests/harness/test-api.ts'

let client: ApiClient
before(async () => {
  client = await newTenant()
})

type Payload = string | Buffer | Readable

function post(payload: Payload, headers: Record<string, string> = {}): Promise<Reply<Task>> {
  return client.send<Task>({
    method: 'POST',
    url: '/api/tasks',
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
}

async function refuses(payload: Payload, code: string, detail = /./): Promise<void> {
  const { problem } = await post(payload)
  assert.equal(problem.code, code)
  assert.match(problem.detail, detail)
}

/** An input of its own depth inside the first level of the body. */
const nested = (depth: number) => `{"title":"x","input":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('depth', () => {
  test('is accepted up to 32 levels, including the body', async () => {
    assert.equal((await post(nested(31))).status, 201)
  })

  test('is rejected at 33, in objects and in lists', async () => {
    await refuses(nested(32), 'malformed_body', /nested too deeply: maximum 32 levels/)
    const objects = `${'{"a":'.repeat(32)}1${'}'.repeat(32)}`
    await refuses(
      `{"title":"x","fields":${objects}}`,
      'malformed_body',
      /nested too deeply: maximum 32 levels/,
    )
  })

  test('is rejected at 100,000 without a stack overflow', async () => {
    await refuses(nested(100_000), 'malformed_body', /nested too deeply: maximum 32 levels/)
    const objects = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    await refuses(objects, 'malformed_body', /nested too deeply: maximum 32 levels/)
  })
})

describe('text that is not Unicode', () => {
  test('is rejected: a lone surrogate in a value or in a name', async () => {
    for (const half of ['\\ud800', '\\udfff', '\\ud800a', '\\udc00\\ud800']) {
      await refuses(`{"title":"a${half}"}`, 'malformed_body', /surrogate/)
      await refuses(`{"title":"x","fields":{"${half}":1}}`, 'malformed_body', /surrogate/)
      await refuses(`{"title":"x","input":[[{"a":"${half}"}]]}`, 'malformed_body', /surrogate/)
    }
    assert.equal((await post('{"title":"\\ud83d\\ude00"}')).body.title, '\u{1f600}')
  })

  test('is rejected: bytes that are not UTF-8, with or without Content-Length', async () => {
    const wrong = [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]
    for (const bytes of wrong) {
      const body = Buffer.concat([
        Buffer.from('{"title":"a'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ])
      await refuses(body, 'malformed_body')
      await refuses(Readable.from([body]), 'malformed_body')
    }
  })

  test('is accepted when a character is split between chunks', async () => {
    const body = Buffer.from('{"title":"\u{1f600}"}')
    const pieces = [body.subarray(0, 12), body.subarray(12)]
    assert.equal((await post(Readable.from(pieces))).body.title, '\u{1f600}')
  })

  test('U+0000 is rejected in text columns, and kept in free JSON', async () => {
    const { problem } = await post('{"title":"a\\u0000b"}')
    assert.equal(problem.errors?.[0]?.pointer, '/title')
    const { body } = await post('{"title":"x","input":"a\\u0000b","fields":{"n\\u0000":1}}')
    assert.deepEqual([body.input, body.fields], ['a\u0000b', { 'n\u0000': 1 }])
  })
})

describe('numbers', () => {
  test('too large to read back are rejected', async () => {
    for (const number of ['1e400', '-1e400', '1e99999']) {
      await refuses(`{"title":"x","input":${number}}`, 'malformed_body', /too large/)
      await refuses(`{"title":"x","input":{"a":[${number}]}}`, 'malformed_body', /too large/)
    }
  })

  test('at the limit are returned unchanged', async () => {
    for (const number of [Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53, 0.1 + 0.2]) {
      assert.equal((await post(`{"title":"x","input":${number}}`)).body.input, number)
    }
  })
})

describe('names', () => {
  test('of a prototype are rejected, however they are written and at any depth', async () => {
    for (const body of [
      '{"__proto__":{"title":"x"}}',
      '{"title":"x","__proto__":null}',
      '{"title":"x","fields":{"__proto__":{"admin":true}}}',
      '{"title":"x","fields":{"\\u005f_proto__":{"admin":true}}}',
      '{"title":"x","input":[{"a":{"__proto__":1}}]}',
      '{"title":"x","fields":{"constructor":{"prototype":{"admin":true}}}}',
    ]) {
      await refuses(body, 'malformed_body')
    }
    assert.equal(({} as Record<string, unknown>)['admin'], undefined)
  })

  test('that only look dangerous are accepted', async () => {
    const fields = {
      constructor: 'x',
      prototype: {},
      toString: 1,
      hasOwnProperty: null,
      toJSON: {},
    }
    const { body } = await post(JSON.stringify({ title: 'x', fields }))
    assert.deepEqual(body.fields, fields)
  })

  test('given twice mean the last one, as usual in JavaScript', async () => {
    assert.equal((await post('{"title":"first","title":"second"}')).body.title, 'second')
    await refuses('{"title":"first","title":5}', 'invalid_request', /title/)
  })
})

describe('a body that is not JSON', () => {
  test('is rejected as such', async () => {
    for (const body of ['{', '{"title":"x"', '{title:"x"}', "{'title':'x'}", '{"title":"x",}']) {
      await refuses(body, 'malformed_body')
    }
    for (const body of [
      '',
      ' ',
      'NaN',
      '{"title":"x"} {}',
      '// x\n{}',
      '{"title":"\t"}',
      '\u0000',
    ]) {
      await refuses(body, 'malformed_body')
    }
  })

  test('is rejected for not being an object when it is other JSON', async () => {
    for (const body of ['null', 'true', '0', '"title"', '[]', '[{"title":"x"}]']) {
      await refuses(body, 'invalid_request', /object/)
    }
  })

  test('a byte order mark is ignored', async () => {
    assert.equal((await post('\ufeff{"title":"x"}')).body.title, 'x')
    await refuses('\ufeff\ufeff{"title":"x"}', 'malformed_body')
  })
})

describe('size and type', () => {
  test('a body over the limit is rejected with 413, announced or not', async () => {
    const large = JSON.stringify({ title: 'x', description: 'd'.repeat(2 * 1024 * 1024) })
    assert.equal((await post(large)).status, 413)
    assert.equal((await post(Readable.from([large]))).status, 413)
  })

  test('a body just under the limit is read', async () => {
    const input = 'i'.repeat(1024 * 1024 - 40)
    assert.equal((await post(JSON.stringify({ title: 'x', input }))).status, 201)
  })

  test('compressed bodies are rejected with 415', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'gzip, identity']) {
      const reply = await post(gzipSync('{"title":"x"}'), { 'content-encoding': encoding })
      assert.equal(reply.problem.code, 'unsupported_media_type')
      assert.match(reply.problem.detail, /uncompressed/)
    }
    const long = await post('{"title":"x"}', { 'content-encoding': `"${'x'.repeat(3_000)}` })
    assert.match(long.problem.detail, /^Content-Encoding "\\"x{59}…" is not supported\./)
    const reply = await post('{"title":"x"}', { 'content-encoding': 'identity' })
    assert.equal(reply.status, 201)
  })

  test('other types are rejected with 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/json',
      'application/jsonp',
      'application/problem+json',
      'application/json, text/plain',
      'nonsense',
      '',
    ]) {
      const reply = await post('{"title":"x"}', { 'content-type': type })
      assert.equal(reply.status, 415, type)
    }
  })

  test('JSON may have a charset', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      assert.equal((await post('{"title":"x"}', { 'content-type': type })).status, 201, type)
    }
  })
})
