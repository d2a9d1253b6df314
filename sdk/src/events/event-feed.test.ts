// What ends a feed instead of being repeated.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TaskService } from '../client.ts'

test('a client that cannot read events gets an error at once', { timeout: 5_000 }, async (t) => {
  const client = new TaskService({ url: 'http://127.0.0.1:9', agentToken: 'agt_1' })
  const reconnects: unknown[] = []
  const feed = client.events.follow({
    signal: t.signal,
    onReconnect: (error) => reconnects.push(error),
  })
  await assert.rejects(
    async () => feed[Symbol.asyncIterator]().next(),
    /events\.stream does not accept agent tokens/,
  )
  assert.deepEqual(reconnects, [])
})
