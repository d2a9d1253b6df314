// Sending again what did not arrive.
import assert from 'node:assert/strict'
import type { RecoveryResult } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import {
  deliveriesOf,
  noteLatest,
  passAllEvents,
} from '../../../../tests/harness/webhooks/sent-deliveries.ts'

const since = new Date(Date.now() - 3_600_000).toISOString()

const prepare = async ({ client }: CaseContext<'webhooks.recover'>) => ({
  params: { webhook: (await newWebhook(client)).id },
  body: { since, only: 'failed' },
})
const bodies = bodyCases<'webhooks.recover'>(prepare)
const idempotency = idempotencyCases('webhooks.recover', prepare)

/** One delivery for each status, in a webhook of its own. */
async function fivefold(client: ApiClient): Promise<string> {
  const { id } = await newWebhook(client)
  for (const status of ['delivered', 'failed', 'canceled', 'pending', 'waiting'] as const) {
    await client.create()
    await noteLatest(client.tenant.id, id, { status, attempts: 1, error: 'timeout' })
  }
  return id
}

const statusesOf = async (webhook: string) =>
  (await deliveriesOf(webhook)).map(({ status }) => status)

describeOperation('webhooks.recover', {
  200: {
    'failed: counts first, then starts a new round of what failed or was canceled': async ({
      client,
      call,
    }) => {
      const webhook = await fivefold(client)
      const ask = async (body: object) => (await call({ params: { webhook }, body })).body
      const dry = await ask({ since, only: 'failed', dry_run: true })
      assert.deepEqual(dry, { count: 2, has_more: false })
      const before = ['delivered', 'failed', 'canceled', 'pending', 'waiting']
      assert.deepEqual(await statusesOf(webhook), before, 'only counted')
      assert.deepEqual(await ask({ since, only: 'failed' }), dry)
      const rows = await deliveriesOf(webhook)
      assert.deepEqual(
        rows.map(({ status, is_asked_for: asked, round }) => [status, asked, round]),
        [
          ['delivered', false, 0],
          ['pending', true, 1],
          ['pending', true, 1],
          ['pending', false, 0],
          ['waiting', false, 0],
        ],
      )
      const entries = await auditOf(webhook)
      assert.deepEqual(
        entries.map(({ action }) => action),
        ['webhook.created', 'webhook.recovered'],
      )
      assert.deepEqual(await ask({ since, only: 'failed' }), { count: 0, has_more: false })
    },
    'failed: only events of that time': async ({ client, call }) => {
      const webhook = await fivefold(client)
      const later = new Date(Date.now() + 60_000).toISOString()
      const earlier = new Date(Date.parse(since) - 60_000).toISOString()
      for (const body of [
        { since: earlier, until: since, only: 'failed' },
        { since, until: earlier, only: 'missing' },
        { since: new Date().toISOString(), until: later, only: 'failed' },
      ]) {
        assert.equal((await call({ params: { webhook }, body })).body.count, 0)
      }
    },
    'missing: events that it wants and never got, once': async ({ client, call }) => {
      const tasks = [await client.create({ queue: 'a' }), await client.create({ queue: 'b' })]
      const { id: webhook } = await newWebhook(client, {
        event_types: ['task.created'],
        filter: { 'data.queue': ['a'] },
      })
      await noteLatest(client.tenant.id, webhook)
      await client.create({ queue: 'a' })
      await client.call('webhooks.test', { params: { webhook } })
      await passAllEvents()
      await client.create({ queue: 'a' })
      const ask = async (body: object = {}): Promise<RecoveryResult> =>
        (await call({ params: { webhook }, body: { since, only: 'missing', ...body } })).body
      assert.deepEqual(await ask({ dry_run: true }), { count: 2, has_more: false })
      assert.equal((await deliveriesOf(webhook)).length, 2)
      assert.deepEqual(await ask(), { count: 2, has_more: false })
      assert.deepEqual(await ask(), { count: 0, has_more: false }, 'they are noted now')
      const rows = await deliveriesOf(webhook)
      assert.equal(rows.filter(({ is_asked_for: asked }) => asked).length, 3)
      assert.equal(rows[2]?.subject_id, uuidOf(tasks[0]?.id ?? ''))
      const [same] = await inspect<{ count: number }>(
        `select count(*)::int as count from deliveries d
         join events e on (e.tenant_id, e.xid, e.id, e.occurred_at) = (d.tenant_id, d.event_xid, d.event_id, d.event_at)
         where d.webhook_id = $1`,
        [uuidOf(webhook)],
      )
      assert.equal(same?.count, 4, 'each leads to its event')
    },
    'missing: what the dispatcher has not read is left to it': async ({ client, call }) => {
      await passAllEvents()
      const { id: webhook } = await newWebhook(client)
      await client.create()
      const input = { params: { webhook }, body: { since, only: 'missing' } }
      assert.equal((await call(input)).body.count, 0)
      await passAllEvents()
      assert.equal((await call(input)).body.count, 1)
    },
    'missing: of a window that is worked through, what is behind it or set aside is left to it':
      async ({ client, call }) => {
        await passAllEvents()
        const { id: webhook } = await newWebhook(client)
        for (let count = 0; count < 4; count++) await client.create()
        const input = { params: { webhook }, body: { since, only: 'missing', dry_run: true } }
        const ofTenant = 'from events where tenant_id = $1 order by xid, id'
        await inspect(
          `update dispatch_progress
         set target = pg_current_snapshot(), (xid, id) = (select xid, id ${ofTenant} offset 2 limit 1)`,
          [client.tenant.id],
        )
        assert.equal((await call(input)).body.count, 3)
        await inspect(
          `insert into dispatch_ranges (tenant_id, xid, id, until_xid, until_id, event_count)
         select tenant_id, xid, '00000000-0000-0000-0000-000000000000', xid, id, 1 ${ofTenant} limit 1`,
          [client.tenant.id],
        )
        assert.equal((await call(input)).body.count, 2)
      },
    'in order: the first event of each task goes, the others wait for it': async ({
      client,
      call,
    }) => {
      const [one, other] = [await client.create(), await client.create()]
      await client.call('comments.create', { params: { task: one.id }, body: { body: 'x' } })
      const { id: webhook } = await newWebhook(client, { ordering: 'task' })
      await passAllEvents()
      const input = { params: { webhook }, body: { since, only: 'missing' } }
      assert.equal((await call(input)).body.count, 3)
      assert.deepEqual(await statusesOf(webhook), ['pending', 'pending', 'waiting'])
      const rows = await deliveriesOf(webhook)
      assert.deepEqual(
        rows.map((row) => row.subject_id),
        [one.id, other.id, one.id].map(uuidOf),
        'a comment waits in the line of its task',
      )
      await inspect(`update deliveries set status = 'failed' where webhook_id = $1`, [
        uuidOf(webhook),
      ])
      const failed = { ...input, body: { since, only: 'failed' } }
      assert.equal((await call(failed)).body.count, 3)
      assert.deepEqual(await statusesOf(webhook), ['pending', 'pending', 'waiting'])
    },
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...bodies.malformed,
    'wants a span of time and what to look for': async (t) => {
      const { params } = await prepare(t)
      for (const body of [{}, { since }, { since, only: 'all' }, { only: 'failed' }]) {
        const { problem } = await t.call({ params, body })
        assert.equal(problem.code, 'invalid_request', JSON.stringify(body))
      }
    },
  },
  404: async ({ call }) => {
    const foreign = await newWebhook(await newTenant())
    for (const webhook of [`whk_${'0'.repeat(32)}`, foreign.id]) {
      const { problem } = await call({ params: { webhook }, body: { since, only: 'failed' } })
      assert.equal(problem.code, 'webhook_not_found')
    }
  },
  409: {
    'when the webhook is disabled; counting is allowed': async ({ client, call }) => {
      const { id: webhook } = await newWebhook(client, { enabled: false })
      const input = { params: { webhook }, body: { since, only: 'failed' } }
      assert.equal((await call(input)).problem.code, 'webhook_disabled')
      const dry = { ...input, body: { ...input.body, dry_run: true } }
      assert.equal((await call(dry)).body.count, 0)
    },
    'while the first request is in flight': idempotency.inFlight,
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
  422: idempotency.reused,
})
