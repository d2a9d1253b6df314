// From a raw request to typed input: text is converted once as its schema requires, and headers are read only where they apply.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, describe, test } from 'node:test'
import type { TaskPage } from '@task-service/contract'
import type { ApiClient } from '../../../tests/harness/api-client.ts'
import { newTenant } from '../../../tests/harness/test-api.ts'

let client: ApiClient
before(async () => {
  client = await newTenant()
  for (const title of ['one', 'two', 'three'])
    await client.create({ title, labels: [title, 'all'] })
})

async function titles(search: string): Promise<string[]> {
  const reply = await client.send<TaskPage>({ url: `/api/tasks?${search}` })
  return reply.body.data.map((task) => task.title).toSorted()
}

const put = (reference: string) =>
  client.send<{ external_id: string }>({
    method: 'PUT',
    url: `/api/tasks/by-ref/s/${reference}`,
    headers: { 'content-type': 'application/json' },
    payload: '{"title":"x"}',
  })

const createWith = (key: string) =>
  client.call('tasks.create', { body: { title: 'x' }, headers: { 'idempotency-key': key } })

describe('a query string', () => {
  test('converts integers and lists to their type', async () => {
    assert.equal((await titles('limit=2')).length, 2)
    assert.deepEqual(await titles('label=one'), ['one'])
    assert.deepEqual(await titles('label=one&label=all'), ['one'])
    assert.deepEqual(await titles('status=ready&status=triage&limit=3'), ['one', 'three', 'two'])
  })

  test('is decoded once: escapes, plus signs and commas are literal', async () => {
    await client.create({ title: 'odd', labels: ['a+b c%20d,e'] })
    assert.deepEqual(await titles('label=a%2Bb%20c%2520d%2Ce'), ['odd'])
    assert.deepEqual(await titles('label=a%2Bb+c%2520d,e'), ['odd'])
  })

  test('with an invalid escape is rejected, with the parameter and the fix', async () => {
    for (const [search, pointer, detail] of [
      ['assignee=%zz', 'assignee', 'contains the invalid percent escape "%zz". Encode % as %25.'],
      ['limit=1&q=100%', 'q', 'contains the invalid percent escape "%". Encode % as %25.'],
      ['q=5%5', 'q', 'contains the invalid percent escape "%5". Encode % as %25.'],
      ['assignee=%ff', 'assignee', 'contains percent escapes that are not UTF-8. Encode text as'],
      ['%61ssignee=%C3', 'assignee', 'contains percent escapes that are not UTF-8. Encode text as'],
      ['%=1', '%', 'contains the invalid percent escape "%=1". Encode % as %25.'],
    ] as const) {
      const { problem } = await client.send({ url: `/api/tasks?${search}` })
      assert.equal(problem.code, 'invalid_request', search)
      assert.deepEqual(
        problem.errors?.map((error) => [error.in, error.pointer, error.code]),
        [['query', pointer, 'invalid_format']],
      )
      const expected = `query parameter ${pointer} ${detail}`
      assert.equal(problem.detail.slice(0, expected.length), expected)
    }
  })

  test('accepts an integer only as plain digits', async () => {
    for (const text of ['1e1', '0x5', '5.0', ' 5', '5 ', '%205', '+5', '٥', '9'.repeat(400)]) {
      const { problem } = await client.send({ url: `/api/tasks?limit=${encodeURI(text)}` })
      assert.equal(problem.errors?.[0]?.pointer, 'limit', text)
    }
  })

  test('accepts a boolean only as true or false', async () => {
    assert.equal((await titles('unassigned=false')).length, 0)
    assert.equal((await titles('unassigned=true')).length, 4)
    for (const text of ['', '1', 'TRUE', 'yes', 'true&unassigned=true']) {
      const { problem } = await client.send({ url: `/api/tasks?unassigned=${text}` })
      assert.equal(problem.errors?.[0]?.pointer, 'unassigned', text)
    }
  })

  test('may be empty', async () => {
    assert.equal((await titles('')).length, 4)
    assert.equal((await client.send({ url: '/api/ping?' })).status, 200)
    assert.equal((await client.send({ url: '/api/ping?&' })).status, 200)
  })
})

describe('a path', () => {
  test('is decoded once', async () => {
    assert.equal((await put('a%2Fb')).body.external_id, 'a/b')
    assert.equal((await put('a%252Fb')).body.external_id, 'a%2Fb')
    assert.equal((await put('a+b')).body.external_id, 'a+b')
    assert.equal((await put('%C3%BC')).body.external_id, 'ü')
    assert.equal((await put('a%00b')).problem.errors?.[0]?.pointer, 'external_id')
  })

  test('with an invalid escape is rejected, with the parameter and the fix', async () => {
    for (const reference of ['100%', '%25%zz', '%e0%a4%a', '%ff']) {
      const { problem } = await put(reference)
      assert.deepEqual(
        problem.errors?.map((error) => [error.in, error.pointer, error.code]),
        [['path', 'external_id', 'invalid_format']],
        reference,
      )
    }
    assert.equal((await put('100%25')).body.external_id, '100%')
  })

  test('with a trailing slash is that of the collection', async () => {
    const { body, headers } = await client.send<TaskPage>({ url: '/api/tasks/?limit=1' })
    assert.equal(body.data.length, 1)
    assert.match(headers['link'] ?? '', /^<\/api\/tasks\?limit=1&cursor=/)
    const created = await client.send({
      method: 'POST',
      url: '/api/tasks/',
      headers: { 'content-type': 'application/json' },
      payload: '{"title":"x"}',
    })
    assert.equal(created.status, 201)
    const refused = await client.send({ method: 'DELETE', url: '/api/tasks/' })
    assert.deepEqual([refused.status, refused.headers['allow']], [405, 'GET, POST, HEAD'])
  })
})

describe('headers', () => {
  test('are checked if the operation accepts them', async () => {
    const { id } = await client.create()
    const change = { params: { task: id }, body: { title: 'x' } }
    const odd = { 'if-match': 'odd', 'idempotency-key': 'not a key' }
    const { problem } = await client.call('tasks.change', { ...change, headers: odd })
    assert.deepEqual(
      problem.errors?.map((error) => [error.in, error.pointer]),
      [['header', 'if-match']],
      'PATCH accepts If-Match and no Idempotency-Key',
    )
    const created = await client.call('tasks.create', {
      body: { title: 'x' },
      headers: { 'if-match': 'odd' },
    })
    assert.equal(created.status, 201, 'create accepts no If-Match')
  })

  test('an Idempotency-Key is 1 to 255 visible characters', async () => {
    for (const key of ['k', 'x'.repeat(255), '!~"\\'])
      assert.equal((await createWith(key)).status, 201)
    for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'ü']) {
      const { problem } = await createWith(key)
      assert.equal(problem.errors?.[0]?.pointer, 'idempotency-key', JSON.stringify(key))
    }
  })
})

describe('a body for an operation without one', () => {
  const json = { 'content-type': 'application/json' }
  const bodies: [payload: string | Readable, headers: Record<string, string>][] = [
    ['{}', json],
    ['{', json],
    ['null', json],
    ['x', { 'content-type': 'text/plain' }],
    ['x', {}],
    ['x', { ...json, 'content-encoding': 'gzip' }],
    [`"${'x'.repeat(2 * 1024 * 1024)}"`, json],
    [Readable.from(['{}']), { ...json, 'transfer-encoding': 'chunked' }],
  ]

  test('is rejected unread, whatever it is', async () => {
    const { id } = await client.create()
    for (const method of ['DELETE', 'GET'] as const) {
      for (const [payload, headers] of bodies) {
        const { problem } = await client.send({ method, url: `/api/tasks/${id}`, headers, payload })
        assert.equal(problem.code, 'invalid_request')
        assert.match(problem.detail, /does not accept a body/)
      }
    }
    assert.equal((await client.get(id)).version, 1)
  })

  test('may be announced by Content-Type if it is absent', async () => {
    for (const type of ['application/json', 'text/plain', '']) {
      const { id } = await client.create()
      for (const method of ['GET', 'DELETE'] as const) {
        const headers = { 'content-type': type, 'content-encoding': 'gzip', 'content-length': '0' }
        const reply = await client.send({ method, url: `/api/tasks/${id}`, headers })
        assert.ok(reply.status < 300, `${method} ${type}`)
      }
    }
  })
})
