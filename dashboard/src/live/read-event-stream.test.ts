// Events from a stream that is cut anywhere.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEventStream } from './read-event-stream.ts'

const text = [
  'retry: 800\nid: start\n\n',
  'id: a\nevent: task.created\ndata: {"title":"Grüße"}\n\n',
  ': heartbeat\nid: b\n\n',
  'id: c\nevent: task.updated\ndata: one\ndata: two\n\n',
].join('')

async function read(pieces: Uint8Array[]) {
  const seen: string[] = []
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  await readEventStream(body, {
    onSign: () => {},
    onEvents: (events) => seen.push(...events),
    onCursor: (cursor) => seen.at(-1) !== `@${cursor}` && seen.push(`@${cursor}`),
    onRetry: (ms) => seen.push(`retry ${ms}`),
  })
  return seen
}

test('gives the same whatever the pieces are', async () => {
  const bytes = new TextEncoder().encode(text)
  const everyByte = Array.from(bytes, (_, i) => bytes.slice(i, i + 1))
  const expected = ['retry 800', '@start', '{"title":"Grüße"}', '@a', '@b', 'one\ntwo', '@c']
  assert.deepEqual(await read(everyByte), expected)
  const whole = await read([bytes])
  assert.deepEqual(whole, ['retry 800', '{"title":"Grüße"}', 'one\ntwo', '@c'])
})

test('a position is not reached before its block is whole', async () => {
  assert.deepEqual(await read([new TextEncoder().encode('id: a\n\nid: b\ndata: x\n')]), ['@a'])
})
