// The health of webhooks: counted by the hour from their deliveries, with the last and next attempt.
import assert from 'node:assert/strict'
import type { Delivery, WebhookHealth } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import { noteLatest } from '../../../../tests/harness/webhooks/sent-deliveries.ts'
import { timeOfUuid, uuidv7 } from '../../lib/uuid.ts'

const HOUR_MS = 3_600_000

/** As if this many had been noted then and answered after so many milliseconds. */
async function sendThen(
  tenantId: string,
  webhook: string,
  hoursAgo: number,
  durations: readonly number[],
): Promise<void> {
  for (const ms of durations) {
    // An ID of an earlier time, built here: the ID generator is monotonic.
    const time = (Date.now() - hoursAgo * HOUR_MS).toString(16).padStart(12, '0')
    const id = `${time.slice(0, 8)}-${time.slice(8)}-${uuidv7().slice(14)}`
    await inspect(
      `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
         queued_at, attempts, tries, attempted_at, duration_ms, status_code, created_at)
       values ($1, $2, $3, '1', $2, 'task.created', $4, $2, 'delivered', $4, 1, 1, $4, $5, 200, $4)`,
      [tenantId, id, uuidOf(webhook), timeOfUuid(id), ms],
    )
  }
}

describeOperation('webhooks.health', {
  200: {
    'counts what became of the deliveries of a day': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      const { id: other } = await newWebhook(client)
      await client.create()
      const statuses = ['delivered', 'delivered', 'delivered', 'failed', 'pending'] as const
      for (const status of statuses) {
        const error = status === 'failed' ? 'status' : null
        const statusCode = status === 'pending' ? null : error ? 500 : 200
        await noteLatest(client.tenant.id, id, { status, attempts: 1, error, statusCode })
      }
      const { data, next_cursor: next } = (await call()).body
      assert.equal(next, null)
      const [health, unused] = data
      assert.ok(health && unused)
      const { hours, counted_since: since, ...rest } = health
      assert.deepEqual(rest, {
        webhook_id: id,
        state: 'working',
        delivered: 3,
        failed: 1,
        pending: 1,
        attempted: 5,
        success_rate: 0.75,
        latency_ms: { p50: 12, p95: 12 },
        last_success_at: rest.last_success_at,
        last_failure_at: rest.last_failure_at,
      })
      assert.ok(rest.last_success_at && rest.last_failure_at)
      assert.equal(hours.length, 24)
      assert.equal(hours[0]?.since, since)
      const sum = hours.reduce((all, hour) => all + hour.delivered + hour.failed + hour.pending, 0)
      assert.equal(sum, statuses.length)
      assert.deepEqual(
        [unused.webhook_id, unused.state, unused.success_rate, unused.latency_ms],
        [other, 'unused', null, null],
      )
    },
    'puts each into its hour, and leaves out what is older': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      await sendThen(client.tenant.id, id, 3, [10, 20, 30])
      await sendThen(client.tenant.id, id, 30, [1_000])
      const [health] = (await call()).body.data
      assert.deepEqual(
        health?.hours.map(({ delivered }) => delivered),
        [...Array.from({ length: 20 }, () => 0), 3, 0, 0, 0],
      )
      assert.deepEqual(health?.latency_ms, { p50: 20, p95: 30 })
    },
    'says which fail and which are off': async ({ client, call }) => {
      const { id: failing } = await newWebhook(client)
      await newWebhook(client, { enabled: false })
      await inspect('update webhooks set failing_since = now() where id = $1', [uuidOf(failing)])
      const { data } = (await call()).body
      assert.deepEqual(
        data.map(({ state }) => state),
        ['failing', 'disabled'],
      )
    },
    'comes in pages, and has nothing of another tenant': async ({ client, call }) => {
      await newWebhook(await newTenant())
      assert.deepEqual((await call()).body, { data: [], next_cursor: null })
      const ids: string[] = []
      for (let i = 0; i < 3; i++) ids.push((await newWebhook(client)).id)
      const found = await client.follow<WebhookHealth>('/api/webhooks/health?limit=2')
      assert.deepEqual(
        found.map((health) => health.webhook_id),
        ids,
      )
    },
  },
  400: async ({ client, call }) => {
    for (let i = 0; i < 2; i++) await newWebhook(client)
    const list = (await client.call('webhooks.list', { query: { limit: 1 } })).body
    const { problem } = await call({ query: { cursor: list.next_cursor ?? '' } })
    assert.equal(problem.code, 'invalid_cursor')
  },
})

const DAY_MS = 24 * HOUR_MS

/** A webhook that fails since then. */
async function failingWebhook(client: ApiClient, since = new Date()): Promise<{ webhook: string }> {
  const { id } = await newWebhook(client)
  await inspect('update webhooks set failing_since = $2 where id = $1', [uuidOf(id), since])
  await client.create()
  return { webhook: id }
}

const refused = { error: 'status', statusCode: 503 } as const
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)

describeOperation('webhooks.get_health', {
  200: {
    'counts what was attempted, not what is queued': async ({ client, call }) => {
      const params = await failingWebhook(client)
      const { id: tenant } = client.tenant
      await noteLatest(tenant, params.webhook, {
        status: 'delivered',
        attempts: 1,
        statusCode: 200,
      })
      await noteLatest(tenant, params.webhook, { status: 'pending', attempts: 1, ...refused })
      for (let i = 0; i < 3; i++) await noteLatest(tenant, params.webhook)
      const canceled = { status: 'canceled', attempts: 1, error: 'webhook_disabled' } as const
      await noteLatest(tenant, params.webhook, canceled)
      const { delivered, pending, failed, attempted } = (await call({ params })).body
      assert.deepEqual(
        { delivered, pending, failed, attempted },
        {
          delivered: 1,
          pending: 4,
          failed: 1,
          attempted: 2,
        },
      )
    },
    'shows the last attempt, also behind newer deliveries without one': async ({
      client,
      call,
    }) => {
      const params = await failingWebhook(client)
      const { id: tenant } = client.tenant
      const tried = await noteLatest(tenant, params.webhook, {
        status: 'pending',
        attempts: 2,
        ...refused,
        nextAttemptAt: inSeconds(40),
      })
      for (let i = 0; i < 12; i++) await noteLatest(tenant, params.webhook)
      const { last_attempt: last, state } = (await call({ params })).body
      const known = (await client.call('deliveries.get', { params: { delivery: tried } })).body
      const { attempts: _, event: __, ...expected } = known
      assert.deepEqual([state, last satisfies Delivery | null], ['failing', expected])
    },
    'shows the last attempt of a delivery that is older than a day': async ({ client, call }) => {
      const params = await failingWebhook(client, new Date(Date.now() - 2 * DAY_MS))
      await sendThen(client.tenant.id, params.webhook, 40, [12])
      await inspect(
        `update deliveries set status = 'pending', error = 'status', status_code = 503, attempted_at = now(),
           next_attempt_at = now() + interval '1 hour', is_deferred = true where webhook_id = $1`,
        [uuidOf(params.webhook)],
      )
      const { body } = await call({ params })
      assert.deepEqual([body.pending, body.last_attempt?.status_code], [0, 503])
      const waitMs = Date.parse(body.next_attempt_at ?? '') - Date.now()
      assert.ok(waitMs > 0.9 * HOUR_MS && waitMs < 1.1 * HOUR_MS, `${waitMs} ms`)
      const disablesMs = Date.parse(body.disables_at ?? '') - Date.now()
      assert.ok(Math.abs(disablesMs - 3 * DAY_MS) < HOUR_MS, `${disablesMs} ms`)
    },
    'says when the next attempt is: when one is due and the worker does not pause': async ({
      client,
      call,
    }) => {
      const params = await failingWebhook(client)
      const next = async () => Date.parse((await call({ params })).body.next_attempt_at ?? '')
      assert.ok(Number.isNaN(await next()), 'nothing is pending')
      const [soon, later] = [inSeconds(30), inSeconds(300)]
      for (const nextAttemptAt of [later, soon]) {
        const outcome = { status: 'pending', attempts: 1, ...refused, nextAttemptAt } as const
        await noteLatest(client.tenant.id, params.webhook, outcome)
      }
      assert.equal(await next(), soon.getTime())
      const paused = inSeconds(120)
      const pause = 'update webhooks set paused_until = $2 where id = $1'
      await inspect(pause, [uuidOf(params.webhook), paused])
      assert.equal(await next(), paused.getTime())
      await noteLatest(client.tenant.id, params.webhook)
      await inspect(pause, [uuidOf(params.webhook), inSeconds(-1)])
      assert.ok((await next()) <= Date.now(), 'one is in the queue')
    },
    'gives response times by the hour of the attempt, of what was delivered': async ({
      client,
      call,
    }) => {
      const { id: webhook } = await newWebhook(client)
      await sendThen(client.tenant.id, webhook, 3, [10, 20, 30])
      await sendThen(client.tenant.id, webhook, 5, [700])
      await inspect(
        `update deliveries set status = 'failed', error = 'status' where webhook_id = $1 and duration_ms = 700`,
        [uuidOf(webhook)],
      )
      const { body } = await call({ params: { webhook } })
      assert.deepEqual(
        body.response_times.map((hour) => hour.latency_ms),
        [...Array.from({ length: 20 }, () => null), { p50: 20, p95: 30 }, null, null, null],
      )
      assert.deepEqual(body.latency_ms, { p50: 20, p95: 30 })
      assert.deepEqual(
        body.response_times.map(({ since }) => since),
        body.hours.map(({ since }) => since),
      )
    },
    'has neither attempt while a webhook is unused': async ({ client, call }) => {
      const { id: webhook } = await newWebhook(client)
      const { body } = await call({ params: { webhook } })
      assert.deepEqual(
        [body.state, body.last_attempt, body.next_attempt_at, body.disables_at],
        ['unused', null, null, null],
      )
    },
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { webhook: 'whk_x' } })
    assert.equal(problem.errors?.[0]?.pointer, 'webhook')
  },
  404: async ({ call }) => {
    const foreign = await newWebhook(await newTenant())
    for (const webhook of [`whk_${'0'.repeat(32)}`, foreign.id]) {
      assert.equal((await call({ params: { webhook } })).problem.code, 'webhook_not_found')
    }
  },
})
