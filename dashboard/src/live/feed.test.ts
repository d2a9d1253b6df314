// The feed as the page lives with it: what it does when the stream flows, ends, is refused, falls silent or is gone.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { EventEnvelope } from '@task-service/contract'
import { type EventPage, Feed, POLL_MS, SILENCE_MS, STREAM_AGAIN_MS } from './feed.ts'
import { type FeedCondition, type FeedState, reasonOf } from './feed-state.ts'

type Opened = { cursor: string | undefined; write: (text: string) => void; end: () => void }

/** A fake server: responds as the test specifies. */
function setUp() {
  const opened: Opened[] = []
  const asked: (string | undefined)[] = []
  const events: string[] = []
  const states: FeedState[] = []
  const server = {
    stream: 200 as number | 'gone',
    /** Of the next stream alone. */
    once: undefined as number | undefined,
    retryAfterMs: undefined as number | undefined,
    page: 200 as number | 'gone',
    pages: [] as EventPage[],
    obstacle: undefined as FeedCondition | undefined,
    gaps: 0,
  }
  const feed = new Feed({
    async openStream(cursor, signal) {
      if (server.stream === 'gone') throw new TypeError('Failed to fetch')
      const { retryAfterMs, once: status = server.stream } = server
      server.once = undefined
      if (status !== 200) return { status, retryAfterMs, body: undefined }
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const encoder = new TextEncoder()
          opened.push({
            cursor,
            write: (text) => controller.enqueue(encoder.encode(text)),
            end: () => controller.close(),
          })
          signal.addEventListener('abort', () => controller.error(signal.reason))
        },
      })
      return { status: 200, retryAfterMs, body }
    },
    async readPage(cursor) {
      asked.push(cursor)
      if (server.page === 'gone') throw new TypeError('Failed to fetch')
      const next = { data: [], next_cursor: cursor ?? 'oldest', has_more: false }
      return {
        status: server.page,
        page: server.page === 200 ? (server.pages.shift() ?? next) : undefined,
      }
    },
    onEvents: (batch) => events.push(...batch.map(({ id }) => id)),
    onGap: () => {
      server.gaps++
    },
    onState: (state) => states.push(state),
    obstacle: () => server.obstacle,
  })
  stops.push(() => feed.stop())
  const now = () => {
    const state = states.at(-1)
    return state && [state.state, reasonOf(state)].filter(Boolean).join(': ')
  }
  return { feed, server, opened, asked, events, now }
}

const stops: (() => void)[] = []
beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'] }))
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  mock.timers.reset()
})

/** Lets everything happen that needs no time. */
const settle = () => new Promise((done) => setImmediate(done))
async function pass(ms: number): Promise<void> {
  await settle()
  for (let left = ms; left > 0; left -= 1_000) {
    mock.timers.tick(Math.min(1_000, left))
    await settle()
  }
}

const envelope = (id: string) => ({ id }) as EventEnvelope // only its name matters here
const block = (cursor: string, id: string) => `id: ${cursor}\ndata: {"id":"${id}"}\n\n`

async function goLive() {
  const all = setUp()
  await settle()
  all.opened[0]?.write('retry: 700\nid: c0\n\n')
  await settle()
  return all
}

test('is live when the first position arrives, and says once that earlier answers may lack something', async () => {
  const { now, server, opened } = await goLive()
  assert.equal(opened[0]?.cursor, undefined)
  assert.equal(now(), 'live')
  assert.equal(server.gaps, 1)
})

test('resumes after the last event when the server ends the stream', async () => {
  const { opened, events, now, server } = await goLive()
  opened[0]?.write(block('c1', 'one') + block('c2', 'two'))
  await pass(12_000)
  opened[0]?.end()
  await pass(700)
  assert.deepEqual(events, ['one', 'two'])
  assert.equal(opened[1]?.cursor, 'c2')
  assert.equal(now(), 'live', 'a stream that ends as announced is no trouble')
  assert.equal(server.gaps, 1)
})

test('a heartbeat moves the position on', async () => {
  const { opened } = await goLive()
  opened[0]?.write(': heartbeat\nid: c9\n\n')
  await pass(12_000)
  opened[0]?.end()
  await pass(700)
  assert.equal(opened[1]?.cursor, 'c9')
})

test('asks every three seconds when the stream fails twice, and tries it again after half a minute', async () => {
  const { opened, server, now, asked, events } = await goLive()
  server.stream = 'gone'
  opened[0]?.end()
  await pass(1_400)
  assert.equal(now(), 'polling: cut')
  server.pages.push({ data: [envelope('three')], next_cursor: 'c3', has_more: false })
  await pass(POLL_MS)
  assert.deepEqual(events, ['three'])
  await pass(2 * POLL_MS)
  assert.deepEqual(asked, ['c0', 'c0', 'c3', 'c3'])
  server.stream = 200
  await pass(STREAM_AGAIN_MS)
  assert.equal(opened[1]?.cursor, 'c3', 'the stream resumes where polling had stopped')
  opened[1]?.write('id: c3\n\n')
  await settle()
  assert.equal(now(), 'live')
})

test('reads on at once while there is more', async () => {
  const { server, opened, asked } = await goLive()
  server.stream = 503
  server.pages.push(
    { data: [envelope('a')], next_cursor: 'p1', has_more: true },
    { data: [envelope('b')], next_cursor: 'p2', has_more: false },
  )
  opened[0]?.end()
  await pass(700)
  assert.deepEqual(asked, ['c0', 'p1'])
})

test('waits as long as a refusal says, and asks meanwhile', async () => {
  const { server, opened, now } = await goLive()
  server.stream = 429
  server.retryAfterMs = 60_000
  opened[0]?.end()
  await pass(700)
  assert.equal(now(), 'polling: too_many')
  server.stream = 200
  await pass(50_000)
  assert.equal(opened.length, 1)
  await pass(15_000)
  assert.equal(opened.length, 2)
})

test('a stream that is silent for too long is left', async () => {
  const { now, asked, opened } = await goLive()
  await pass(SILENCE_MS - 2_000)
  opened[0]?.write(': heartbeat\n\n')
  await pass(SILENCE_MS - 2_000)
  assert.equal(now(), 'live')
  await pass(3_000)
  assert.equal(now(), 'polling: silent')
  assert.deepEqual(asked.at(0), 'c0')
  await pass(POLL_MS)
  assert.equal(opened.length, 2, 'the first time it may be chance: a machine that slept')
})

test('without a position it loads again, and does not read the log from its beginning', async () => {
  const all = setUp()
  all.server.stream = 503
  all.feed.nudge()
  await settle()
  assert.equal(all.now(), 'polling: unavailable')
  assert.deepEqual(all.asked, [undefined])
  assert.deepEqual(all.events, [])
  assert.equal(all.server.gaps, 1)
})

test('is offline when nothing answers, and reconnects automatically', async () => {
  const { server, opened, now } = await goLive()
  server.stream = 'gone'
  server.page = 'gone'
  opened[0]?.end()
  await pass(1_400)
  assert.equal(now(), 'offline: no_response')
  server.page = 200
  await pass(POLL_MS)
  assert.equal(now(), 'polling: cut')
})

test('a position the log no longer has leads to a fresh start', async () => {
  const { server, opened, now } = await goLive()
  server.once = 410
  opened[0]?.end()
  await pass(700)
  assert.equal(server.gaps, 2)
  assert.equal(opened[1]?.cursor, undefined)
  opened[1]?.write('id: n1\n\n')
  await settle()
  assert.equal(now(), 'live')
})

test('pauses while the page is hidden, and catches up from where it was', async () => {
  const { feed, server, opened, now } = await goLive()
  opened[0]?.write(block('c5', 'five'))
  await settle()
  server.obstacle = { state: 'paused', reason: 'hidden' }
  feed.nudge()
  await pass(60_000)
  assert.equal(now(), 'paused: hidden')
  assert.equal(opened.length, 1)
  server.obstacle = undefined
  feed.nudge()
  await settle()
  assert.equal(opened[1]?.cursor, 'c5')
  assert.equal(now(), 'connecting')
})

test('says that one is signed out, and does not ask on', async () => {
  const { server, opened, now, asked } = await goLive()
  server.stream = 401
  opened[0]?.end()
  await pass(10_000)
  assert.equal(now(), 'offline: signed_out')
  assert.deepEqual(asked, [])
})
