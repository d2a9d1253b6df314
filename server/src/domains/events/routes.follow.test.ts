// The event stream as clients follow it: live, byte for byte as in the log, until one side closes it.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, type TestDatabase } from '../../../../tests/harness/database.ts'
import { type EventSource, openEventSource } from '../../../../tests/harness/events/event-source.ts'
import {
  buildLocalApi,
  HOST_SUFFIX,
  type LocalApi,
  provisionTenant,
  type TestTenant,
} from '../../../../tests/harness/service.ts'
import { until } from '../../../../tests/operate/until.ts'

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

  test('a reader that pauses gets everything when it resumes', async () => {
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
