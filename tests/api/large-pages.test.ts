// Pages of large items: each ends at its budget of bytes, and following the cursors finds everything once.
import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { buildLocalApi, type LocalApi } from '../harness/service.ts'
import { send } from '../operate/send.ts'
import { until } from '../operate/until.ts'

const COUNT = 14
/** Compresses to a few kilobytes: what is stored says nothing about what is sent. */
const LARGE = 'x'.repeat(900_000)
/** The budget, and what is around the items. */
const PAGE_BYTES = 4 * 2 ** 20 + 64 * 1024

let database: TestDatabase
let api: LocalApi

before(async () => {
  database = await createDatabase()
  api = await buildLocalApi({ databaseUrl: database.url })
  for (let each = 0; each < COUNT; each++) await create(`large ${each}`)
})

after(async () => {
  await api.stop()
  await database.drop()
})

function call(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const headers = { 'x-api-key': api.apiKey }
  return api.app.inject({ method, url, headers, ...(payload && { payload }) })
}

async function create(title: string): Promise<string> {
  const answer = await call('POST', '/api/tasks', { title, input: LARGE })
  assert.equal(answer.statusCode, 201, answer.body.slice(0, 500))
  return answer.json<{ id: string }>().id
}

type Page = { data: { id: string }[]; next_cursor: string | null; has_more?: boolean }

/** Every id that following the cursors finds. */
async function walk(path: string, parameter: 'cursor' | 'after'): Promise<string[]> {
  const ids: string[] = []
  for (let next = ''; ; ) {
    const answer = await call('GET', `${path}${next}`)
    assert.equal(answer.statusCode, 200)
    assert.ok(answer.body.length <= PAGE_BYTES, `${path}: a page of ${answer.body.length} bytes`)
    const { data, next_cursor: cursor, has_more: hasMore } = answer.json<Page>()
    ids.push(...data.map(({ id }) => id))
    if (cursor === null || hasMore === false) return ids
    assert.ok(data.length > 0, 'a page has at least one item')
    next = `&${parameter}=${cursor}`
  }
}

describe('pages of large items', () => {
  for (const query of ['', '&sort=created_at', '&q=large', '&queue=default']) {
    test(`tasks, limit=200${query}`, async () => {
      const ids = await walk(`/api/tasks?limit=200${query}`, 'cursor')
      assert.equal(new Set(ids).size, COUNT)
      assert.equal(ids.length, COUNT)
    })
  }

  test('the export of tasks', async () => {
    const file = await call('GET', '/api/tasks/export?column=id&column=input')
    assert.equal(file.body.match(/^tsk_/gm)?.length, COUNT)
    assert.ok(Buffer.byteLength(file.body) > COUNT * LARGE.length)
  })

  test('a page of small items is as long as its limit', async () => {
    const { data } = (await call('GET', '/api/tasks?limit=4')).json<Page>()
    assert.equal(data.length, 4)
  })

  test('events, all and by type', async () => {
    for (const query of ['', '&type=task.created']) {
      const ids = await walk(`/api/events?limit=200${query}`, 'after')
      assert.equal(new Set(ids).size, COUNT)
      assert.equal(ids.length, COUNT)
    }
  })

  test('audit entries, their export, and the activity of a task', async () => {
    const id = await create('changed')
    for (let each = 0; each < 5; each++) {
      const changed = await call('PATCH', `/api/tasks/${id}`, { input: `${each}${LARGE}` })
      assert.equal(changed.statusCode, 200)
    }
    const activity = await walk(`/api/tasks/${id}/activity?limit=200`, 'cursor')
    assert.equal(new Set(activity).size, 6)
    const entries = await walk('/api/audit?limit=200', 'cursor')
    assert.equal(new Set(entries).size, entries.length)
    const file = await call('GET', '/api/audit/export?format=ndjson')
    assert.equal(file.body.trim().split('\n').length, entries.length)
    await call('PATCH', `/api/tasks/${id}`, { input: null })
  })
})

const touch = (tasks: string[], target = api) =>
  target.app.inject({
    method: 'POST',
    url: '/api/tasks/bulk',
    headers: { 'x-api-key': api.apiKey },
    payload: {
      items: tasks.map((task) => ({ update: { task, changes: { priority: 'high' } } })),
    },
  })

describe('many large tasks in one request', () => {
  test('are refused where they exceed the budget together', async () => {
    const { data } = (await call('GET', '/api/tasks?limit=4&q=large')).json<Page>()
    const [first = '', ...others] = data.map(({ id }) => id)
    assert.equal((await touch([first, ...others])).statusCode, 200)
    const sameTask = await touch([first, first, first, first, first])
    assert.equal(sameTask.statusCode, 413)
    assert.match(sameTask.body, /have [\d,]+ bytes in total, maximum 4,194,304 per request/)
  })

  test('control: without the budget they are changed, and a page has all of them', async () => {
    const env = { SERVICE_ACP_LIMIT_PAGE_BYTES: 'off' }
    const open = await buildLocalApi({ databaseUrl: database.url, apiKey: api.apiKey, env })
    try {
      const headers = { 'x-api-key': api.apiKey }
      const page = await open.app.inject({ url: '/api/tasks?limit=6', headers })
      assert.ok(page.body.length > PAGE_BYTES)
      const ids = page.json<Page>().data.map(({ id }) => id)
      assert.equal(ids.length, 6)
      assert.equal((await touch(ids)).statusCode, 413)
      assert.equal((await touch(ids, open)).statusCode, 200)
    } finally {
      await open.stop()
    }
  })

  test('lose their parent all together', async () => {
    const parent = await create('parent')
    const { data } = (await call('GET', '/api/tasks?limit=200&q=large')).json<Page>()
    const rest = await walk('/api/tasks?limit=200&q=large', 'cursor')
    assert.ok(data.length < rest.length)
    const children = rest.slice(0, 6)
    for (const id of children) {
      const moved = await call('PATCH', `/api/tasks/${id}`, { parent_id: parent })
      assert.equal(moved.statusCode, 200, moved.body.slice(0, 500))
    }
    const headers = { 'x-api-key': api.apiKey }
    const removed = await api.app.inject({ method: 'DELETE', url: `/api/tasks/${parent}`, headers })
    assert.equal(removed.statusCode, 204)
    for (const id of children) {
      const { parent_id: left } = (await call('GET', `/api/tasks/${id}`)).json<{
        parent_id: null
      }>()
      assert.equal(left, null)
    }
  })
})

test('comments end at the budget', async () => {
  const env = { SERVICE_ACP_LIMIT_PAGE_BYTES: '64KiB' }
  const small = await buildLocalApi({ databaseUrl: database.url, apiKey: api.apiKey, env })
  const headers = { 'x-api-key': api.apiKey }
  try {
    const { data } = (await call('GET', '/api/tasks?limit=1')).json<Page>()
    const path = `/api/tasks/${data[0]?.id}/comments`
    for (let each = 0; each < 5; each++) {
      const added = await call('POST', path, { body: 'x'.repeat(20_000) })
      assert.equal(added.statusCode, 201)
    }
    const first = (await small.app.inject({ url: path, headers })).json<Page>()
    assert.equal(first.data.length, 3)
    const next = `${path}?cursor=${first.next_cursor}`
    const second = (await small.app.inject({ url: next, headers })).json<Page>()
    assert.equal(second.data.length, 2)
    assert.equal(second.next_cursor, null)
    assert.equal((await call('GET', path)).json<Page>().data.length, 5, 'control')
  } finally {
    await small.stop()
  }
})

test('input, result and fields of a task have a bound together', async () => {
  const id = await create('grows')
  const more = await call('PATCH', `/api/tasks/${id}`, { result: LARGE })
  assert.equal(more.statusCode, 413)
  assert.match(more.body, /are too large: [\d,]+ bytes in total, maximum 1,048,576/)
  assert.equal((await call('PATCH', `/api/tasks/${id}`, { title: 'moved on' })).statusCode, 200)
  const smaller = { input: null, result: LARGE }
  assert.equal((await call('PATCH', `/api/tasks/${id}`, smaller)).statusCode, 200)
  await call('PATCH', `/api/tasks/${id}`, { result: null })
})

const askFor = (limit: number) =>
  `GET /api/tasks?limit=${limit} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${api.apiKey}\r\n\r\n`

/** The kernel takes about one page for a client that reads nothing; the next ones wait in the process. */
function openReader(url: string): Socket {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname).pause()
  socket.on('error', () => undefined)
  socket.write(`${askFor(101)}${askFor(102)}${askFor(103)}`)
  return socket
}

describe('responses that are not read', () => {
  const READERS = 8

  async function withReaders(
    env: Record<string, string>,
    work: (list: () => Promise<number>, hangUp: () => void) => Promise<void>,
  ) {
    const bounded = await buildLocalApi({ databaseUrl: database.url, apiKey: api.apiKey, env })
    const url = await bounded.app.listen({ port: 0, host: '127.0.0.1' })
    const headers = { 'x-api-key': api.apiKey }
    const readers = Array.from({ length: READERS }, () => openReader(url))
    const hangUp = () => readers.forEach((reader) => reader.destroy())
    try {
      await work(async () => (await send(`${url}/api/tasks`, { headers })).status, hangUp)
      assert.equal((await send(`${url}/api/ping`, { headers })).status, 200)
    } finally {
      hangUp()
      await bounded.stop()
    }
  }

  test('are held up to the budget, and closed connections free it', () =>
    withReaders({ SERVICE_ACP_LIMIT_RESPONSE_MEMORY: '16MiB' }, async (list, hangUp) => {
      await until('a further page is refused', async () => (await list()) === 503)
      hangUp()
      await until('the budget is free again', async () => (await list()) === 200)
    }))

  test('control: without the budget all are held', () =>
    withReaders({ SERVICE_ACP_LIMIT_RESPONSE_MEMORY: 'off' }, async (list) => {
      for (let each = 0; each < 20; each++) assert.equal(await list(), 200)
    }))
})
