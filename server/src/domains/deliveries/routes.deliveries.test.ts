// What was sent to webhooks: listed, looked at, sent again, and asked for by a test.
import assert from 'node:assert/strict'
import type { Delivery } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { auditOf, eventsOf, uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant, withSession } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import {
  deliveriesOf,
  finish,
  noteLatest,
  type Outcome,
} from '../../../../tests/harness/webhooks/sent-deliveries.ts'
import { until } from '../../../../tests/operate/until.ts'

const nowhere = { webhook: `whk_${'0'.repeat(32)}`, delivery: `dlv_${'0'.repeat(32)}` }

async function hooked(client: ApiClient): Promise<{ webhook: string }> {
  return { webhook: (await newWebhook(client)).id }
}

/** A delivery of a new task to a new webhook. */
async function sent(client: ApiClient, outcome?: Outcome) {
  const { webhook } = await hooked(client)
  await client.create()
  const delivery = await noteLatest(client.tenant.id, webhook, outcome)
  return { webhook, delivery, params: { delivery } }
}

/** The key belongs to the request for the one, not for the other. */
async function lockKey(tenantId: string, key: string, work: () => Promise<void>): Promise<void> {
  await withSession(async (session) => {
    const lock = 'select pg_advisory_lock(hashtextextended($1, 0))'
    await session.query(lock, [`${tenantId}/${key}`])
    await work()
  })
}

describeOperation('webhooks.test', {
  202: {
    'writes an event for this webhook only, and asks for its delivery': async ({
      client,
      call,
    }) => {
      const { secret: _, ...webhook } = await newWebhook(client, { event_types: ['task.created'] })
      await newWebhook(client)
      const reply = await call({ params: { webhook: webhook.id } })
      const { id, event_id: eventId, event_at: at, created_at: createdAt, ...rest } = reply.body
      assert.deepEqual(rest, {
        webhook_id: webhook.id,
        event_type: 'webhook.test',
        task_number: null,
        status: 'pending',
        attempt_count: 0,
        round: 0,
        attempted_at: null,
        next_attempt_at: null,
        duration_ms: null,
        status_code: null,
        error: null,
      })
      assert.equal(reply.headers['location'], `/api/deliveries/${id}`)
      const [event, ...more] = await eventsOf(webhook.id)
      assert.deepEqual([event?.type, event?.data, more], ['webhook.test', webhook, []])
      const [stored] = await inspect<{ same: boolean }>(
        `select d.event_xid = e.xid and d.event_at = e.occurred_at and d.queued_at is null as same
         from deliveries d join events e on e.id = d.event_id where d.id = $1`,
        [uuidOf(id)],
      )
      assert.ok(stored?.same, 'it leads to its event, and the dispatcher sees it')
      assert.ok(eventId.startsWith('evt_') && at <= createdAt)
      assert.equal((await auditOf(webhook.id)).at(-1)?.action, 'webhook.tested')
    },
    'repeats the first answer under one Idempotency-Key': async ({ client, call }) => {
      const params = await hooked(client)
      const headers = { 'idempotency-key': 'again' }
      const first = await call({ params, headers })
      const second = await call({ params, headers })
      assert.equal(second.text, first.text)
      assert.equal((await deliveriesOf(params.webhook)).length, 1)
    },
  },
  400: async ({ client, call }) => {
    const { problem } = await call({ params: await hooked(client), query: { now: 'yes' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: async ({ call }) => {
    for (const params of [{ webhook: nowhere.webhook }, await hooked(await newTenant())]) {
      assert.equal((await call({ params })).problem.code, 'webhook_not_found')
    }
  },
  409: {
    'when the webhook is disabled': async ({ client, call }) => {
      const { id } = await newWebhook(client, { enabled: false })
      assert.equal((await call({ params: { webhook: id } })).problem.code, 'webhook_disabled')
    },
    'while the first request is in flight': async ({ client, call }) => {
      const params = await hooked(client)
      await lockKey(client.tenant.id, 'slow', async () => {
        const { problem } = await call({ params, headers: { 'idempotency-key': 'slow' } })
        assert.equal(problem.code, 'idempotency_in_flight')
      })
    },
  },
  422: async ({ client, call }) => {
    const headers = { 'idempotency-key': 'twice' }
    await call({ params: await hooked(client), headers })
    const { problem } = await call({ params: await hooked(client), headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  },
})

describeOperation('deliveries.list', {
  200: {
    'lists what was sent to one webhook, newest first, in pages': async ({ client, call }) => {
      const params = await hooked(client)
      const other = await hooked(client)
      const ids: string[] = []
      for (let i = 0; i < 5; i++) {
        await client.create()
        ids.push(await noteLatest(client.tenant.id, params.webhook))
        await noteLatest(client.tenant.id, other.webhook)
      }
      const { data } = (await call({ params })).body
      assert.deepEqual(
        data.map((delivery) => delivery.id),
        ids.toReversed(),
      )
      const url = `/api/webhooks/${params.webhook}/deliveries?limit=2`
      assert.deepEqual(await client.follow<Delivery>(url), data)
    },
    'filters by status, type and time; who waits for its turn is pending': async ({
      client,
      call,
    }) => {
      const params = await hooked(client)
      const statuses = ['waiting', 'pending', 'delivered', 'failed', 'canceled'] as const
      for (const status of statuses) {
        await client.create()
        await noteLatest(client.tenant.id, params.webhook, { status })
      }
      const find = async (query: Record<string, string | string[]>) =>
        (await call({ params, query })).body.data.map(({ status }) => status)
      assert.deepEqual(await find({ status: 'pending' }), ['pending', 'pending'])
      assert.deepEqual(await find({ status: ['failed', 'canceled'] }), ['canceled', 'failed'])
      assert.equal((await find({ event_type: 'task.created' })).length, 5)
      assert.equal((await find({ event_type: 'task.deleted' })).length, 0)
      const { data } = (await call({ params })).body
      const third = data[2]?.created_at ?? ''
      assert.ok((await find({ since: third })).length >= 3)
      assert.ok((await find({ until: third })).length <= 2)
      assert.equal((await find({ since: '2027-01-01T00:00:00Z' })).length, 0)
    },
    'does not show answers of receivers, which may be long': async ({ client, call }) => {
      const outcome = { status: 'delivered', attempts: 1, response: 'long' } as const
      const { webhook } = await sent(client, outcome)
      const reply = await call({ params: { webhook } })
      assert.equal(reply.text.includes('long'), false)
    },
  },
  400: {
    'refuses what is no status, type or time': async ({ client, call }) => {
      const params = await hooked(client)
      for (const query of [{ status: 'waiting' }, { event_type: 'x' }, { since: 'today' }]) {
        const { problem } = await call({ params, query })
        assert.match(problem.errors?.[0]?.pointer ?? '', new RegExp(`^${Object.keys(query)[0]}`))
      }
    },
    'refuses the cursor of another list': async ({ client, call }) => {
      const params = await hooked(client)
      const other = await hooked(client)
      for (let i = 0; i < 2; i++) {
        await client.create()
        await noteLatest(client.tenant.id, params.webhook)
      }
      const { next_cursor: cursor } = (await call({ params, query: { limit: 1 } })).body
      const query = { limit: 1, cursor: cursor ?? '' }
      assert.equal((await call({ params, query })).body.data.length, 1)
      for (const wrong of [
        { params: other, query },
        { params, query: { ...query, status: 'failed' } },
      ]) {
        assert.equal((await call(wrong)).problem.code, 'invalid_cursor')
      }
    },
  },
  404: async ({ call }) => {
    for (const params of [{ webhook: nowhere.webhook }, await hooked(await newTenant())]) {
      assert.equal((await call({ params })).problem.code, 'webhook_not_found')
    }
  },
})

describeOperation('deliveries.log', {
  200: {
    'lists what was sent to all webhooks, newest first, in pages': async ({ client, call }) => {
      const webhooks = [await hooked(client), await hooked(client), await hooked(client)]
      const ids: string[] = []
      for (let i = 0; i < 7; i++) {
        await client.create()
        const { webhook } = webhooks[i % 2] ?? webhooks[0] ?? nowhere
        ids.push(await noteLatest(client.tenant.id, webhook))
      }
      await sent(await newTenant())
      const { data } = (await call()).body
      assert.deepEqual(
        data.map(({ id }) => id),
        ids.toReversed(),
      )
      assert.deepEqual(await client.follow<Delivery>('/api/deliveries?limit=2'), data)
    },
    'filters as the list of one webhook does, and by webhook': async ({ client, call }) => {
      const [one, other] = [await hooked(client), await hooked(client)]
      for (const status of ['delivered', 'failed', 'waiting'] as const) {
        await client.create()
        for (const { webhook } of [one, other]) {
          await noteLatest(client.tenant.id, webhook, { status })
        }
      }
      const count = async (query: Record<string, string | string[]>) =>
        (await call({ query })).body.data.length
      assert.equal(await count({ status: 'failed' }), 2)
      assert.equal(await count({ status: ['pending', 'failed'], webhook: one.webhook }), 2)
      assert.equal(await count({ event_type: 'task.deleted' }), 0)
      assert.equal(await count({ since: '2027-01-01T00:00:00Z' }), 0)
    },
    'lists what is about one task and its comments, in pages': async ({ client, call }) => {
      const [one, other] = [await hooked(client), await hooked(client)]
      const task = await client.create()
      const ids = [await noteLatest(client.tenant.id, one.webhook)]
      await client.call('comments.create', { params: { task: task.id }, body: { body: 'x' } })
      for (const { webhook } of [one, other]) ids.push(await noteLatest(client.tenant.id, webhook))
      await client.create()
      await noteLatest(client.tenant.id, one.webhook)
      const list = async (query: Record<string, string>) =>
        (await call({ query })).body.data.map(({ id }) => id)
      assert.deepEqual(await list({ task: task.id }), ids.toReversed())
      assert.deepEqual(await list({ task: `T-${task.number}`, webhook: other.webhook }), [ids[2]])
      const walked = await client.follow<Delivery>(`/api/deliveries?task=${task.id}&limit=1`)
      assert.deepEqual(
        walked.map(({ id }) => id),
        ids.toReversed(),
      )
    },
    'tells the number of the task, of comments too, while it exists': async ({ client, call }) => {
      const { webhook } = await hooked(client)
      const task = await client.create()
      await noteLatest(client.tenant.id, webhook)
      const params = { task: task.id }
      await client.call('comments.create', { params, body: { body: 'x' } })
      await noteLatest(client.tenant.id, webhook)
      const numbers = async () => (await call()).body.data.map((one) => one.task_number)
      assert.deepEqual(await numbers(), [task.number, task.number])
      await client.call('tasks.remove', { params })
      assert.deepEqual(await numbers(), [null, null])
    },
  },
  400: {
    'refuses what is no webhook': async ({ call }) => {
      const { problem } = await call({ query: { webhook: 'whk_x' } })
      assert.equal(problem.errors?.[0]?.pointer, 'webhook')
    },
    'refuses the cursor of another list': async ({ client, call }) => {
      const { webhook } = await sent(client)
      await noteLatest(client.tenant.id, webhook)
      const { next_cursor: cursor } = (await call({ query: { limit: 1 } })).body
      const query = { limit: 1, cursor: cursor ?? '', webhook }
      assert.equal((await call({ query })).problem.code, 'invalid_cursor')
    },
  },
  404: async ({ call }) => {
    for (const { webhook } of [nowhere, await hooked(await newTenant())]) {
      assert.equal((await call({ query: { webhook } })).problem.code, 'webhook_not_found')
    }
    for (const { id } of [{ id: 'T-999' }, await (await newTenant()).create()]) {
      assert.equal((await call({ query: { task: id } })).problem.code, 'task_not_found')
    }
  },
})

describeOperation('deliveries.get', {
  200: {
    'shows every attempt, the last of which went well': async ({ client, call }) => {
      const { params } = await sent(client, {
        status: 'delivered',
        attempts: 3,
        statusCode: 204,
        response: 'thanks',
      })
      const { attempts, ...delivery } = (await call({ params })).body
      assert.deepEqual([delivery.status, delivery.attempt_count], ['delivered', 3])
      assert.deepEqual(
        attempts.map(({ number, error, status_code: code, response }) => [
          number,
          error,
          code,
          response,
        ]),
        [
          [1, 'timeout', null, null],
          [2, 'timeout', null, null],
          [3, null, 204, 'thanks'],
        ],
      )
    },
    'shows a failed one and when it is tried again': async ({ client, call }) => {
      const nextAttemptAt = new Date(Date.now() + 60_000)
      const { params } = await sent(client, {
        status: 'pending',
        attempts: 1,
        statusCode: 500,
        error: 'status',
        response: 'oops',
        nextAttemptAt,
      })
      const { attempts, ...delivery } = (await call({ params })).body
      assert.equal(delivery.next_attempt_at, nextAttemptAt.toISOString())
      assert.deepEqual([delivery.error, delivery.status_code], ['status', 500])
      assert.equal(attempts.length, 1)
      assert.deepEqual([attempts[0]?.error, attempts[0]?.response], ['status', 'oops'])
    },
    'has no attempts before the first': async ({ client, call }) => {
      const { params } = await sent(client)
      assert.deepEqual((await call({ params })).body.attempts, [])
    },
    'shows what is sent, as the event log does, while it is kept': async ({ client, call }) => {
      const { params } = await sent(client)
      const { event, event_id: eventId } = (await call({ params })).body
      // The log shows an event once every transaction that began before it has ended, those of other tests too.
      const listed = await until('the log shows the event', async () => {
        const { data } = (await client.call('events.list')).body
        return data.find(({ id }) => id === eventId)
      })
      assert.deepEqual(event, listed)
      await inspect('delete from events where id = $1', [uuidOf(eventId)])
      assert.equal((await call({ params })).body.event, null)
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { delivery: 'dlv_x' } })
    assert.equal(problem.errors?.[0]?.pointer, 'delivery')
  },
  404: async ({ call }) => {
    const foreign = await sent(await newTenant())
    for (const delivery of [nowhere.delivery, foreign.delivery]) {
      assert.equal((await call({ params: { delivery } })).problem.code, 'delivery_not_found')
    }
  },
})

describeOperation('deliveries.resend', {
  202: {
    'asks for a new round, whatever became of it': async ({ client, call }) => {
      for (const status of ['delivered', 'failed', 'canceled', 'pending'] as const) {
        const later = new Date(Date.now() + 60_000)
        const outcome = { status, attempts: 2, error: 'timeout', nextAttemptAt: later } as const
        const { webhook, params } = await sent(client, outcome)
        const reply = await call({ params })
        const { body } = reply
        assert.deepEqual(
          [body.status, body.round, body.attempt_count, body.next_attempt_at],
          ['pending', 1, 2, null],
        )
        assert.equal(reply.headers['location'], `/api/deliveries/${params.delivery}`)
        const [row] = await deliveriesOf(webhook)
        assert.deepEqual([row?.is_asked_for, row?.tries], [true, 0])
        const entry = (await auditOf(webhook)).at(-1)
        assert.equal(entry?.action, 'webhook.resent')
        assert.equal(entry.changes[0]?.to, params.delivery)
      }
    },
    'waits for its turn where events of a task arrive in order': async ({ client, call }) => {
      const { id: webhook } = await newWebhook(client, { ordering: 'task' })
      await client.create()
      const { tenant } = client
      const [first, second] = [
        await noteLatest(tenant.id, webhook, { status: 'failed' }),
        await noteLatest(tenant.id, webhook, { status: 'pending' }),
      ]
      const statuses = async () => (await deliveriesOf(webhook)).map(({ status }) => status)
      await call({ params: { delivery: first } })
      assert.deepEqual(await statuses(), ['waiting', 'pending'])
      await finish(second, { status: 'delivered' })
      await call({ params: { delivery: second } })
      assert.deepEqual(await statuses(), ['pending', 'waiting'], 'the older one goes first')
    },
    'repeats the first answer under one Idempotency-Key': async ({ client, call }) => {
      const { params } = await sent(client, { status: 'failed' })
      const headers = { 'idempotency-key': 'again' }
      const first = await call({ params, headers })
      assert.equal((await call({ params, headers })).text, first.text)
      assert.equal(first.body.round, 1)
    },
  },
  400: async ({ client, call }) => {
    const { params } = await sent(client)
    const { problem } = await call({ params, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: async ({ call }) => {
    const foreign = await sent(await newTenant(), { status: 'failed' })
    for (const delivery of [nowhere.delivery, foreign.delivery]) {
      assert.equal((await call({ params: { delivery } })).problem.code, 'delivery_not_found')
    }
    assert.equal((await deliveriesOf(foreign.webhook))[0]?.status, 'failed')
  },
  409: {
    'when the webhook is disabled or gone': async ({ client, call }) => {
      const { webhook, params } = await sent(client, { status: 'failed' })
      const input = { params: { webhook } }
      await client.call('webhooks.change', { ...input, body: { enabled: false } })
      assert.equal((await call({ params })).problem.code, 'webhook_disabled')
      await client.call('webhooks.remove', input)
      assert.equal((await call({ params })).problem.code, 'webhook_disabled')
    },
    'while the first request is in flight': async ({ client, call }) => {
      const { params } = await sent(client)
      await lockKey(client.tenant.id, 'slow', async () => {
        const { problem } = await call({ params, headers: { 'idempotency-key': 'slow' } })
        assert.equal(problem.code, 'idempotency_in_flight')
      })
    },
  },
  422: async ({ client, call }) => {
    const [one, other] = [await sent(client), await sent(client)]
    const headers = { 'idempotency-key': 'twice' }
    await call({ params: one.params, headers })
    const { problem } = await call({ params: other.params, headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  },
})
