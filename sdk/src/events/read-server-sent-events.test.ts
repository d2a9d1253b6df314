// The stream arrives in pieces of any size, and every block comes out whole.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readServerSentEvents, type StreamBlock } from './read-server-sent-events.ts'

async function parse(text: string, size: number): Promise<StreamBlock[]> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const read = async () => {
    if (at >= bytes.length) return undefined
    at += size
    return bytes.subarray(at - size, at)
  }
  const blocks: StreamBlock[] = []
  for await (const block of readServerSentEvents(read)) blocks.push(block)
  return blocks
}

const text = [
  'retry: 700\nid: a\n\n',
  'id: b\nevent: task.created\ndata: {"title":"Grüße 🌍"}\n\n',
  ': heartbeat\nid: c\n\n',
  'data: one\ndata:two\nid: d\n\n',
  'data: cut off',
]
const blocks: StreamBlock[] = [
  { id: 'a', data: undefined, retryMs: 700 },
  { id: 'b', data: '{"title":"Grüße 🌍"}', retryMs: undefined },
  { id: 'c', data: undefined, retryMs: undefined },
  { id: 'd', data: 'one\ntwo', retryMs: undefined },
]

for (const end of ['\n', '\r\n', '\r']) {
  test(`blocks whose lines end with ${JSON.stringify(end)}`, async () => {
    for (const size of [1, 2, 3, 7, 1_000]) {
      assert.deepEqual(await parse(text.join('').replaceAll('\n', end), size), blocks)
    }
  })
}
