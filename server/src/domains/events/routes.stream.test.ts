// The event stream as clients ask for it: from now or from where they were.
import assert from 'node:assert/strict'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { positionScope } from '../../../../tests/harness/events/position-scope.ts'
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
    'continues after Last-Event-ID, which is newer than `after`': async ({ client, call }) => {
      const start = await position(client)
      const [one, two] = [await client.create({ title: 'one' }), await client.create()]
      const text = await until('both are sent', async () => {
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
      await until('the comment is sent', async () => {
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
