// How webhooks have fared: counted by the hour from what was sent to them.
import assert from 'node:assert/strict'
import type { WebhookHealth } from '@task-service/contract'
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
