// Trying out a filter.
import assert from 'node:assert/strict'
import type { EventEnvelope } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { bodyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

const madeUp = { type: 'task.created', data: { queue: 'support', labels: ['vip'] } }
const tried = bodyCases<'webhooks.test_filter'>(async () => ({ body: { event: madeUp } }))

/** The log shows an event once no earlier transaction on the server is open, those of other test files included. */
function latestEvent(client: ApiClient): Promise<EventEnvelope> {
  return until('the event is in the log', async () =>
    (await client.call('events.list')).body.data.at(-1),
  )
}

describeOperation('webhooks.test_filter', {
  200: {
    'tells of an event of the log whether it matches, and why not': async ({ client, call }) => {
      await client.create({ queue: 'support', labels: ['vip'] })
      const { id } = await latestEvent(client)
      const ask = async (subscription: object) =>
        (await call({ body: { event_id: id, ...subscription } })).body
      assert.equal((await ask({})).matches, true)
      const filter = { 'data.queue': ['support'], 'data.labels': ['vip', 'eu'] }
      assert.equal((await ask({ event_types: ['task.*'], filter })).matches, true)
      const type = await ask({ event_types: ['comment.*'] })
      assert.deepEqual([type.matches, /task\.created/.test(type.reason)], [false, true])
      const value = await ask({ filter: { 'data.queue': ['sales'] } })
      assert.deepEqual(
        [value.matches, /data\.queue is "support"/.test(value.reason)],
        [false, true],
      )
    },
    'takes an event that you make up': async ({ call }) => {
      const event = {
        ...madeUp,
        previous: { queue: 'sales' },
        changed: ['queue'],
        actor: { kind: 'user', id: 'usr_1' },
      }
      const filter = { changed: ['queue'], 'previous.queue': ['sales'], 'actor.kind': ['user'] }
      assert.equal((await call({ body: { event, filter } })).body.matches, true)
      const plain = { event: madeUp, filter: { 'actor.kind': ['key'] } }
      assert.equal((await call({ body: plain })).body.matches, true, 'yours unless said otherwise')
    },
  },
  400: {
    ...tried.malformed,
    'wants one event, and a filter as webhooks take it': async ({ client, call }) => {
      await client.create()
      const { id } = await latestEvent(client)
      const bodies = [
        {},
        { event_id: id, event: madeUp },
        { event: { type: 'task.created' } },
        { event: madeUp, filter: { status: ['ready'] } },
        { event: madeUp, event_types: ['nothing'] },
      ]
      for (const body of bodies) {
        assert.equal((await call({ body })).problem.code, 'invalid_request', JSON.stringify(body))
      }
    },
  },
  404: async ({ call }) => {
    const stranger = await newTenant()
    await stranger.create()
    const foreign = await latestEvent(stranger)
    for (const id of [`evt_${'0'.repeat(32)}`, foreign.id]) {
      assert.equal((await call({ body: { event_id: id } })).problem.code, 'event_not_found')
    }
  },
  413: tried.tooLarge,
  415: tried.wrongType,
})
