// The client against the real service: lists, lost responses, a killed server, events across a restart, webhooks and errors.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import {
  isTaskServiceError,
  type ResponseInfo,
  TaskService,
  type TaskServiceEvent,
  verifyWebhook,
} from '@task-service/sdk'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { findFreePort } from '../harness/free-port.ts'
import { startReceiver } from '../harness/network/receiver.ts'
import { type Service, startService } from '../harness/service.ts'
import { until } from '../operate/until.ts'

const root = join(import.meta.dirname, '../..')
const retry = { baseDelayMs: 20, maxDelayMs: 500, maxRetries: 1_000, maxElapsedMs: 120_000 }
/** As generated for the first start. */
let apiKey: string | undefined

let database: TestDatabase
let service: Service
let url: string
let client: TaskService

const start = () =>
  startService({
    databaseUrl: database.url,
    ...(apiKey !== undefined && { apiKey }),
    env: {
      SERVICE_ACP_PORT: new URL(url).port,
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      // Streams end by themselves during the test, too.
      SERVICE_ACP_LIMIT_STREAM_DURATION: '2s',
    },
  })

before(async () => {
  database = await createDatabase()
  url = `http://127.0.0.1:${await findFreePort()}`
  service = await start()
  apiKey = service.apiKey
  client = new TaskService({ url, apiKey, retry })
})

after(async () => {
  await service.stop()
  await database.drop()
})

/** The request arrives and its response does not, for the first `count` requests. */
function losingResponses(count: number): typeof fetch {
  let left = count
  return async (input, init) => {
    const response = await fetch(input, init)
    if (left-- <= 0) return response
    await response.arrayBuffer()
    throw new TypeError('fetch failed')
  }
}

describe('the client', () => {
  test('lists every task once, over pages', async () => {
    const items = Array.from({ length: 5 }, (_, index) => ({
      create: { title: `Listed ${index}`, queue: 'listed' },
    }))
    await client.tasks.bulk({ items })
    const responses: ResponseInfo[] = []
    const onResponse = (response: ResponseInfo) => void responses.push(response)
    const titles: string[] = []
    for await (const task of client.tasks.list({ queue: 'listed', limit: 2 }, { onResponse })) {
      titles.push(task.title)
    }
    assert.deepEqual(
      titles.toSorted(),
      items.map(({ create }) => create.title),
    )
    assert.equal(responses.length, 3)
    assert.ok(responses.every(({ requestId }) => requestId !== undefined))
    const first = await client.tasks.list({ queue: 'listed', limit: 2 })
    assert.equal(first.data.length, 2)
    assert.ok(first.next_cursor)
  })

  test('applies a request whose response was lost once', async () => {
    const losing = new TaskService({ url, apiKey, retry, fetch: losingResponses(2) })
    const created = await losing.tasks.create({ title: 'Once', queue: 'lost' })
    assert.deepEqual(
      (await client.tasks.list({ queue: 'lost' })).data.map(({ id }) => id),
      [created.id],
    )
    const deleting = new TaskService({ url, apiKey, retry, fetch: losingResponses(1) })
    await deleting.tasks.delete(created.id)
    // Without a lost response, a missing task is an error.
    await assert.rejects(client.tasks.delete(created.id), { code: 'task_not_found', status: 404 })
  })

  test('creates no duplicates and follows all events when the server is killed', async (t) => {
    const following = new AbortController()
    t.after(() => following.abort())
    const feed = client.events.follow({ types: ['task.created'], signal: following.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { type, data } of feed) {
        // The feed begins a moment before now: it also has what the tests before created.
        if (type === 'task.created' && data.queue === 'killed') seen.push(data.id)
      }
    })()
    await until('the feed has a position', () => feed.position)
    const created: string[] = []
    let retries = 0
    const killed = new TaskService({ url, apiKey, retry, onRetry: () => void retries++ })
    const loop = async (worker: number) => {
      for (let index = 0; index < 15; index++) {
        const task = await killed.tasks.create({ title: `${worker}/${index}`, queue: 'killed' })
        created.push(task.id)
      }
    }
    const loops = Promise.all([1, 2, 3, 4].map(loop))
    await until('some are created', () => created.length >= 15)
    await service.kill()
    service = await start()
    await loops
    const stored = await client.tasks.list({ queue: 'killed', limit: 7 }).toArray()
    assert.equal(stored.length, 60)
    assert.equal(new Set(stored.map(({ title }) => title)).size, 60)
    assert.deepEqual(new Set(stored.map(({ id }) => id)), new Set(created))
    assert.ok(retries > 0, 'the server was killed while requests were sent')
    await until('all events were followed', () => seen.length >= 60, 60_000)
    following.abort()
    await reading
    assert.equal(seen.length, 60)
    assert.deepEqual(new Set(seen), new Set(created))
    await checkResume(feed.position, seen)
  })

  test('verifies a delivery, also while the secret is changed', async (t) => {
    const events: TaskServiceEvent[] = []
    let secret = ''
    const receive = async (request: IncomingMessage, response: ServerResponse) => {
      const payload = await buffer(request)
      events.push(await verifyWebhook({ payload, headers: request.headers, secret }))
      response.writeHead(204).end()
    }
    const receiver = await startReceiver((request, response) => void receive(request, response))
    t.after(() => receiver.close())
    const webhook = await client.webhooks.create({
      url: `http://127.0.0.1:${receiver.port}/`,
      // Test events are sent in any case.
      event_types: ['webhook.failing'],
    })
    secret = webhook.secret ?? ''
    await client.webhooks.test(webhook.id)
    await until('it was delivered', () => events.length >= 1)
    const rotated = await client.webhooks.rotateSecret(webhook.id, { overlap_hours: 1 })
    for (const one of [secret, rotated.secret ?? '']) {
      secret = one
      const count = events.length
      await client.webhooks.test(webhook.id)
      await until('it was delivered', () => events.length > count)
    }
    assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['webhook.test']))
    await client.webhooks.delete(webhook.id)
  })

  test('throws errors with a code, the field and a page about it', async () => {
    const { version, id } = await client.tasks.create({ title: 'Versioned' })
    await client.tasks.update(id, { priority: 'high' }, { ifMatch: version })
    const outdated = client.tasks.update(id, { priority: 'low' }, { ifMatch: version })
    await assert.rejects(outdated, { code: 'version_mismatch', status: 412 })
    await assert.rejects(client.tasks.create({ title: '' }), (error: unknown) => {
      assert.ok(isTaskServiceError(error, 'invalid_request'))
      assert.equal(error.errors[0]?.pointer, '/title')
      assert.equal(error.docsUrl, `${url}/errors/invalid_request`)
      assert.match(error.requestId ?? '', /./)
      assert.match(error.message, /title/)
      return true
    })
    const stranger = new TaskService({ url, apiKey: `${apiKey}x` })
    await assert.rejects(stranger.system.ping(), { code: 'unauthenticated', attempts: 1 })
  })
})

test('the first example of the README runs', async () => {
  const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
  const [, code = ''] = /```js\n(.*?)```/s.exec(readme) ?? []
  const env = { PATH: process.env['PATH'], TASKS_URL: url, TASKS_KEY: apiKey }
  const args = ['--input-type=module', '--eval', code]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env })
  assert.match(stdout, /^Created T-(\d+)\nT-\1 Water the plants\nT-\1 is completed\n$/)
})

async function checkResume(position: string | undefined, seen: readonly string[]) {
  const late = await client.tasks.create({ title: 'Late', queue: 'killed' })
  const [event] = await take(client.events.follow({ after: position ?? '' }), 1)
  assert.equal(event?.type === 'task.created' && event.data.id, late.id)
  const [oldest] = await take(client.events.follow({ after: 'start' }), 1)
  assert.ok(oldest && !seen.includes(oldest.data.id))
}

async function take(
  feed: AsyncIterable<TaskServiceEvent>,
  count: number,
): Promise<TaskServiceEvent[]> {
  const events: TaskServiceEvent[] = []
  for await (const event of feed) if (events.push(event) >= count) break
  return events
}
