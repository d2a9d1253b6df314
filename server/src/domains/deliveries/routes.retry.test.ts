// Sending again before the schedule does: all that is pending for a webhook, or deliveries by their IDs.
import assert from 'node:assert/strict'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook } from '../../../../tests/harness/webhooks/new-webhook.ts'
import { deliveriesOf, noteLatest } from '../../../../tests/harness/webhooks/sent-deliveries.ts'

const nowhere = { webhook: `whk_${'0'.repeat(32)}`, delivery: `dlv_${'0'.repeat(32)}` }
const refused = { attempts: 2, error: 'status', statusCode: 503 } as const

async function hooked({ client }: { client: ApiClient }) {
  return { params: { webhook: (await newWebhook(client)).id } }
}

async function sent(client: ApiClient) {
  const { id: webhook } = await newWebhook(client)
  await client.create()
  return { webhook, delivery: await noteLatest(client.tenant.id, webhook, { status: 'failed' }) }
}

type Pause = { paused: boolean; asked: boolean }

async function pauseOf(webhook: string): Promise<Pause | undefined> {
  const rows = await inspect<Pause>(
    `select paused_until is not null as paused, retried_at > now() - interval '1 minute' is true as asked
     from webhooks where id = $1`,
    [uuidOf(webhook)],
  )
  return rows[0]
}

const ofRetry = idempotencyCases('webhooks.retry', hooked)

describeOperation('webhooks.retry', {
  200: {
    'starts a new round of what is scheduled, and leaves what is in the queue': async ({
      client,
      call,
    }) => {
      const { params } = await hooked({ client })
      const { id: tenant } = client.tenant
      await client.create()
      const later = new Date(Date.now() + 3_600_000)
      await noteLatest(tenant, params.webhook, {
        status: 'pending',
        ...refused,
        nextAttemptAt: later,
      })
      await noteLatest(tenant, params.webhook)
      await noteLatest(tenant, params.webhook, { status: 'failed', ...refused })
      await inspect(
        `update webhooks set paused_until = now() + interval '5 minutes' where id = $1`,
        [uuidOf(params.webhook)],
      )
      const { body } = await call({ params })
      assert.deepEqual(body, { count: 2, has_more: false })
      const rows = await deliveriesOf(params.webhook)
      assert.deepEqual(
        rows.map(({ status, is_asked_for: asked, round, tries }) => [status, asked, round, tries]),
        [
          ['pending', true, 1, 0],
          ['pending', false, 0, 0],
          ['failed', false, 0, 2],
        ],
      )
      assert.deepEqual(await pauseOf(params.webhook), { paused: false, asked: true })
      const entry = (await auditOf(params.webhook)).at(-1)
      assert.deepEqual(
        [entry?.action, entry?.changes],
        ['webhook.retried', [{ field: 'retried', from: null, to: { count: 2 } }]],
      )
    },
    'has nothing to do where nothing is pending': async ({ client, call }) => {
      const { params } = await hooked({ client })
      assert.deepEqual((await call({ params })).body, { count: 0, has_more: false })
    },
    'repeats the first answer under one Idempotency-Key': ofRetry.replayed,
  },
  400: ofRetry.badKey,
  404: async ({ call }) => {
    const foreign = await newWebhook(await newTenant())
    for (const webhook of [nowhere.webhook, foreign.id]) {
      assert.equal((await call({ params: { webhook } })).problem.code, 'webhook_not_found')
    }
    assert.deepEqual(await pauseOf(foreign.id), { paused: false, asked: false })
  },
  409: {
    'when the webhook is disabled': async ({ client, call }) => {
      const { id: webhook } = await newWebhook(client, { enabled: false })
      assert.equal((await call({ params: { webhook } })).problem.code, 'webhook_disabled')
    },
    'while the first request is in flight': ofRetry.inFlight,
  },
  422: async ({ client, call }) => {
    const headers = { 'idempotency-key': 'twice' }
    await call({ ...(await hooked({ client })), headers })
    const { problem } = await call({ ...(await hooked({ client })), headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  },
})

const asked = async ({ webhook }: { webhook: string }) =>
  (await deliveriesOf(webhook)).map(({ is_asked_for: is, round }) => [is, round])
const id = (number: number) => `dlv_${number.toString(16).padStart(32, '0')}`

const prepare = async ({ client }: CaseContext<'deliveries.resend_many'>) => ({
  body: { deliveries: [(await sent(client)).delivery] },
})
const bodies = bodyCases<'deliveries.resend_many'>(prepare)
const ofMany = idempotencyCases('deliveries.resend_many', prepare)

describeOperation('deliveries.resend_many', {
  200: {
    'resends those of several webhooks, whatever their status, and skips the rest': async ({
      client,
      call,
    }) => {
      const [one, other, disabled] = [await sent(client), await sent(client), await sent(client)]
      const foreign = await sent(await newTenant())
      const delivered = await noteLatest(client.tenant.id, one.webhook, { status: 'delivered' })
      await client.call('webhooks.change', {
        params: { webhook: disabled.webhook },
        body: { enabled: false },
      })
      const deliveries = [one, foreign, other, disabled].map(({ delivery }) => delivery)
      const { body } = await call({
        body: { deliveries: [...deliveries, delivered, nowhere.delivery] },
      })
      assert.deepEqual(body, {
        count: 3,
        skipped: [
          { delivery_id: foreign.delivery, code: 'delivery_not_found' },
          { delivery_id: disabled.delivery, code: 'webhook_disabled' },
          { delivery_id: nowhere.delivery, code: 'delivery_not_found' },
        ],
      })
      assert.deepEqual(await asked(one), [
        [true, 1],
        [true, 1],
      ])
      assert.deepEqual(await asked(other), [[true, 1]])
      for (const left of [disabled, foreign]) assert.deepEqual(await asked(left), [[false, 0]])
      const entry = (await auditOf(one.webhook)).at(-1)
      assert.equal(entry?.action, 'webhook.resent')
      assert.deepEqual(entry.changes[0]?.to, [one.delivery, delivered])
      assert.equal((await pauseOf(one.webhook))?.asked, true)
    },
    'in order: the first of each task goes, the others wait for it': async ({ client, call }) => {
      const { id: webhook } = await newWebhook(client, { ordering: 'task' })
      await client.create()
      const deliveries: string[] = []
      for (let i = 0; i < 3; i++) {
        deliveries.push(await noteLatest(client.tenant.id, webhook, { status: 'failed' }))
      }
      assert.equal((await call({ body: { deliveries } })).body.count, 3)
      assert.deepEqual(
        (await deliveriesOf(webhook)).map(({ status }) => status),
        ['pending', 'waiting', 'waiting'],
      )
    },
    'repeats the first answer under one Idempotency-Key': ofMany.replayed,
  },
  400: {
    ...bodies.malformed,
    'wants 1 to 500 IDs, each once': async ({ call }) => {
      for (const deliveries of [
        [],
        [id(1), id(1)],
        ['whk_x'],
        Array.from({ length: 501 }, (_, number) => id(number)),
      ]) {
        const { problem } = await call({ body: { deliveries } })
        assert.equal(problem.code, 'invalid_request', `${deliveries.length} IDs`)
      }
    },
  },
  409: ofMany.inFlight,
  413: bodies.tooLarge,
  415: bodies.wrongType,
  422: ofMany.reused,
})
