// The event stream as clients follow it: from now or from where they were, in the bytes of the log, until somebody ends it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { type EventSource, openEventSource } from '../../../../tests/harness/events/event-source.ts'
import { positionScope } from '../../../../tests/harness/events/position-scope.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../../../../tests/harness/service.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'
import { parsePosition, printPosition } from '../../events/position.ts'

async function position(client: ApiClient): Promise<string> {
  return (await client.call('events.list')).body.next_cursor
}

/** Streams of the shared API end by themselves after a moment. */
describeOperation('events.stream', {
  200: {
    'begins with where it begins, and tells nothing old': async ({ client, call }) => {
      await client.create()
      await until('it is in the log', async () => {
        return (await client.call('events.list')).body.data.length === 1
      })
      const reply = await call()
      assert.match(reply.text, /^retry: \d+\nid: [\w.-]+\n\nretry: \d+\n\n$/)
      assert.equal(reply.headers['cache-control'], 'no-store')
      assert.equal(reply.headers['x-accel-buffering'], 'no')
    },
    'goes on behind Last-Event-ID, which is newer than after': async ({ client, call }) => {
      const start = await position(client)
      const [one, two] = [await client.create({ title: 'one' }), await client.create()]
      const text = await until('both are told', async () => {
        const reply = await call({ query: { after: start } })
        return reply.text.includes(two.id) && reply.text
      })
      assert.ok(text.indexOf(one.id) < text.indexOf(two.id))
      const [, first = ''] = text.match(/^id: ([\w.-]+)\nevent: task.created\ndata: /m) ?? []
      const rest = await call({ query: { after: start }, headers: { 'last-event-id': first } })
      assert.ok(rest.text.includes(two.id) && !rest.text.includes(`"data":{"id":"${one.id}`))
    },
    'gives only the types asked for': async ({ client, call }) => {
      const start = await position(client)
      const { id } = await client.create()
      const params = { task: id }
      await client.call('comments.create', { params, body: { body: 'Hm' } })
      const query = { after: start, type: ['comment.*'] }
      await until('the comment is told', async () => {
        const { text } = await call({ query })
        assert.ok(!text.includes('task.created'))
        return text.includes('event: comment.created\n')
      })
    },
    'is open so many times and not once more': async ({ call }) => {
      const replies = await Promise.all(Array.from({ length: 101 }, () => call()))
      const refused = replies.filter(({ status }) => status === 429)
      assert.equal(refused.length, 1)
      assert.equal(refused[0]?.problem.code, 'too_many_streams')
      assert.equal(refused[0]?.headers['retry-after'], '30')
      assert.equal((await call()).status, 200, 'those that ended have made room')
    },
    'is not opened by HEAD': async ({ client, call }) => {
      assert.deepEqual((await client.head('/api/events/stream')).status, 200)
      await call()
    },
  },
  400: {
    'refuses another tenant’s position': async ({ call }) => {
      const foreign = await position(await newTenant())
      for (const input of [
        { query: { after: foreign } },
        { headers: { 'last-event-id': foreign } },
        { headers: { 'last-event-id': 'made up' } },
      ]) {
        assert.equal((await call(input)).problem.code, 'invalid_cursor')
      }
    },
    'refuses parameters of pages': async ({ call }) => {
      assert.equal((await call({ query: { limit: 5 } })).problem.errors?.[0]?.pointer, 'limit')
    },
  },
  410: async ({ client, call }) => {
    const scope = await positionScope(client.tenant)
    const former = { ...scope, freshnessSecret: Buffer.alloc(32, 1) }
    const cursor = printPosition(former, parsePosition(scope, await position(client)))
    assert.equal((await call({ query: { after: cursor } })).problem.code, 'feed_truncated')
  },
})

let database: TestDatabase
let api: LocalApi
let url: string
let tenant: TestTenant

before(async () => {
  database = await createDatabase()
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_LIMIT_STREAM_DURATION: 'off' }
  api = await buildLocalApi({ databaseUrl: database.url, env })
  url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  tenant = await provisionTenant(database.url, 'streams')
})

after(async () => {
  await api.stop()
  await database.drop()
})

const headers = () => ({ host: tenant.host, 'x-api-key': tenant.key })

function open(lastEventId?: string): Promise<EventSource> {
  return openEventSource(`${url}/api/events/stream`, { headers: headers(), lastEventId })
}

async function create(title: string): Promise<void> {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: headers(),
    payload: { title },
  })
  assert.equal(answer.statusCode, 201)
}

const titles = ({ events }: EventSource) =>
  events.map(({ data }) => (JSON.parse(data) as { data: { title: string } }).data.title) // an envelope of a task

describe('over a connection', () => {
  test('events arrive as they happen, in the bytes of the log', async () => {
    const stream = await open()
    await create('one')
    await create('two')
    await until('both have arrived', () => stream.events.length >= 2)
    assert.deepEqual(titles(stream), ['one', 'two'])
    const page = await api.app.inject({ url: '/api/events', headers: headers() })
    for (const { data, type } of stream.events) {
      assert.equal(type, 'task.created')
      assert.ok(page.body.includes(data), 'the same bytes as in the log')
    }
    stream.close()
  })

  test('who was away gets what happened meanwhile, once', async () => {
    const first = await open()
    await create('before')
    await until('it has arrived', () => first.events.length >= 1)
    first.close()
    for (let i = 0; i < 50; i++) await create(`away ${i}`)
    const second = await open(first.lastId())
    await create('back')
    await until('the last one has arrived', () => titles(second).includes('back'))
    const expected = Array.from({ length: 50 }, (_, i) => `away ${i}`)
    assert.deepEqual(titles(second), [...expected, 'back'])
    second.close()
  })

  test('control: without Last-Event-ID what happened meanwhile is missed', async () => {
    const first = await open()
    first.close()
    await create('away')
    await until('it is in the log', async () => {
      const page = await api.app.inject({
        url: `/api/events?after=${first.lastId()}`,
        headers: headers(),
      })
      return page.body.includes('away')
    })
    const second = await open()
    await create('back')
    await until('the last one has arrived', () => titles(second).includes('back'))
    assert.deepEqual(titles(second), ['back'])
    second.close()
  })

  test('a reader that stops reading gets everything when it goes on', async () => {
    const stream = await open()
    stream.pause()
    const title = 'x'.repeat(400)
    const description = 'y'.repeat(90_000)
    for (let i = 0; i < 60; i++) {
      const payload = { items: [{ create: { title: `${i} ${title}`, description } }] }
      await api.app.inject({ method: 'POST', url: '/api/tasks/bulk', headers: headers(), payload })
    }
    await create('last')
    await sleep(500)
    const early = stream.events.length
    stream.resume()
    await until('the last one has arrived', () => titles(stream).includes('last'))
    assert.ok(early < 60, 'not all of it was sent ahead')
    const numbers = titles(stream).map((text) => text.split(' ')[0])
    assert.deepEqual(numbers, [...Array.from({ length: 60 }, (_, i) => String(i)), 'last'])
    stream.close()
  })

  test('the server says when to come back and ends the streams before it stops', async () => {
    const other = await buildLocalApi({
      databaseUrl: database.url,
      env: { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_LIMIT_STREAM_DURATION: 'off' },
    })
    const place = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await openEventSource(`${place}/api/events/stream`, { headers: headers() })
    await other.stop()
    assert.equal(await stream.ended, 'ended')
    assert.ok((stream.retry() ?? 0) >= 500)
    await create('meanwhile')
    const next = await open(stream.lastId())
    await until('it has arrived', () => titles(next).includes('meanwhile'))
    next.close()
  })
})
