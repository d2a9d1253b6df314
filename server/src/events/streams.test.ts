// Streams inside a process: one read for all, no reading ahead of a slow reader, and streams end when their key is no longer
// authorized.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiClient } from '../../../tests/harness/api-client.ts'
import { positionScope } from '../../../tests/harness/events/position-scope.ts'
import { newTenant, testApi } from '../../../tests/harness/test-api.ts'
import { until } from '../../../tests/operate/until.ts'
import { createEventStreams, type EventStreamOptions, type EventStreams } from './streams.ts'

type Setting = { streams: EventStreams; reads: () => number; client: ApiClient }

async function setUp(options: Partial<EventStreamOptions> = {}): Promise<Setting> {
  const { db } = await testApi()
  const client = await newTenant()
  const { cursorSecret, freshnessSecret } = await positionScope(client.tenant)
  let reads = 0
  const streams = createEventStreams({
    read: (tenantId, work) => {
      reads++
      return db.tenantRead(tenantId, work)
    },
    feed: db.feed,
    cursorSecret,
    freshnessSecret,
    maxStreams: null,
    durationMs: null,
    log: { warn: (fields, message) => assert.fail(`${message} ${JSON.stringify(fields)}`) },
    ...options,
  })
  return { streams, reads: () => reads, client }
}

type Reader = { text: () => string; isOver: () => boolean; leave: () => void }

async function join(setting: Setting, isAuthorized = async () => true): Promise<Reader> {
  const gone = new AbortController()
  const { tenant } = setting.client
  const pieces = await setting.streams.open({
    tenant,
    cursor: undefined,
    types: undefined,
    isAuthorized,
    signal: gone.signal,
  })
  let text = ''
  let isOver = false
  void (async () => {
    for await (const piece of pieces) text += piece
    isOver = true
  })()
  return { text: () => text, isOver: () => isOver, leave: () => gone.abort() }
}

/** How often the log is read while this many readers receive five tasks. */
async function countQuestions(count: number): Promise<number> {
  const setting = await setUp()
  const readers = await Promise.all(Array.from({ length: count }, () => join(setting)))
  const opened = setting.reads()
  for (let i = 0; i < 5; i++) {
    const { id } = await setting.client.create()
    await until('all have received it', () => readers.every((reader) => reader.text().includes(id)))
  }
  const asked = setting.reads() - opened
  assert.equal(setting.streams.openCount(), count)
  for (const reader of readers) reader.leave()
  await until('all have left', () => readers.every((reader) => reader.isOver()))
  assert.equal(setting.streams.openCount(), 0)
  const left = setting.reads()
  await sleep(300)
  assert.equal(setting.reads(), left, 'nothing is read without readers')
  return asked
}

test('twenty readers cost as many reads as one', async () => {
  const [one, twenty] = [await countQuestions(1), await countQuestions(20)]
  assert.ok(twenty <= 3 * one, `${twenty} reads for twenty readers, ${one} for one`)
})

test('nothing is read for a reader that does not consume', async () => {
  const setting = await setUp()
  const gone = new AbortController()
  const { tenant } = setting.client
  const cursor = (await setting.client.call('events.list')).body.next_cursor
  for (let i = 0; i < 40; i++) await setting.client.create({ description: 'y'.repeat(20_000) })
  const pieces = await setting.streams.open({
    tenant,
    cursor,
    types: undefined,
    isAuthorized: async () => true,
    signal: gone.signal,
  })
  let text = ''
  let largest = 0
  while (!text.includes('"number":40,')) {
    const piece = await pieces.next()
    assert.ok(!piece.done)
    text += piece.value
    largest = Math.max(largest, piece.value.length)
    await sleep(5)
  }
  assert.ok(largest < 200_000, `a piece had ${largest} characters`)
  const numbers = [...text.matchAll(/"number":(\d+),/g)].map(([, number]) => Number(number))
  assert.deepEqual(
    numbers,
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
  gone.abort()
  await pieces.return()
})

test('a heartbeat is regular, advances the position, and ends streams that are no longer authorized', async () => {
  const setting = await setUp({ heartbeatMs: 50 })
  let isAuthorized = true
  const reader = await join(setting, async () => isAuthorized)
  const beats = () => reader.text().split(': heartbeat\n').length - 1
  await until('three heartbeats', () => beats() >= 3)
  const ids = () => [...reader.text().matchAll(/: heartbeat\nid: (.+)\n/g)].map(([, id]) => id)
  const [first] = ids()
  await setting.client.create()
  await until('the position has moved', () => ids().at(-1) !== first)
  isAuthorized = false
  await until('it was ended', () => reader.isOver())
  reader.leave()
})

test('a reader that is no longer authorized gets nothing, with or without a heartbeat', async () => {
  const setting = await setUp({ heartbeatMs: 60_000 })
  let isAuthorized = true
  const reader = await join(setting, async () => isAuthorized)
  const before = await setting.client.create()
  await until('it has received it', () => reader.text().includes(before.id))
  isAuthorized = false
  await sleep(500)
  const { id } = await setting.client.create()
  await until('it was ended', () => reader.isOver())
  assert.ok(!reader.text().includes(id))
  reader.leave()
})

test('a stream ends after its duration, with a hint when to reconnect', async () => {
  const reader = await join(await setUp({ durationMs: 50 }))
  await until('it has ended', () => reader.isOver())
  assert.match(reader.text(), /retry: \d+\n\n$/)
  reader.leave()
})

test('a database outage is logged and survived', async () => {
  let isDown = false
  let warnings = 0
  const { db } = await testApi()
  const setting = await setUp({
    read: (tenantId, work) =>
      isDown ? Promise.reject(new Error('down')) : db.tenantRead(tenantId, work),
    log: { warn: () => void warnings++ },
  })
  const reader = await join(setting)
  isDown = true
  await until('it is logged', () => warnings > 0)
  const { id } = await setting.client.create()
  isDown = false
  await until('it has received it', () => reader.text().includes(id))
  reader.leave()
})

test('a reader that disconnects during authentication does not affect the others', async () => {
  const setting = await setUp()
  const staying = await join(setting)
  const gone = new AbortController()
  const { tenant } = setting.client
  const opening = setting.streams.open({
    tenant,
    cursor: undefined,
    types: undefined,
    isAuthorized: async () => true,
    signal: gone.signal,
  })
  gone.abort()
  await opening
  const { id } = await setting.client.create()
  await until('the remaining one has received it', () => staying.text().includes(id))
  staying.leave()
})

test('a quiet stream is not read, and still gets the next event', async () => {
  const setting = await setUp()
  const reader = await join(setting)
  await until('it is no longer read', async () => {
    const before = setting.reads()
    await sleep(2_200)
    return setting.reads() === before
  })
  const { id } = await setting.client.create()
  await until('it has received it', () => reader.text().includes(id))
  reader.leave()
})
