// Webhooks made, read, changed and taken back.
import assert from 'node:assert/strict'
import type { OperationId, Webhook } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, countHistory } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { newWebhook, RECEIVER_URL } from '../../../../tests/harness/webhooks/new-webhook.ts'
import { until } from '../../../../tests/operate/until.ts'

const nowhere = `whk_${'0'.repeat(32)}`
const refusedUrls = [
  'http://93.184.215.14/hook',
  'https://127.0.0.1/hook',
  'https://[::ffff:10.0.0.1]/',
  'https://169.254.169.254/latest',
  'https://user:secret@93.184.215.14/',
  'ftp://93.184.215.14/',
  'not an address',
]

/** Each differs from the origin of RECEIVER_URL in one part. */
const otherOrigins = ['https://93.184.215.15/hook', 'https://93.184.215.14:8443/hook']

const prepareCreate = async () => ({ body: { url: RECEIVER_URL } })
const prepareChange = async ({ client }: CaseContext<'webhooks.change'>) => ({
  params: { webhook: (await newWebhook(client)).id },
  body: { description: 'Changed' },
})
/** The default. */
const MOST_WEBHOOKS = 50

const created = bodyCases<'webhooks.create'>(prepareCreate)
const changed = bodyCases<'webhooks.change'>(prepareChange)
const idempotency = idempotencyCases('webhooks.create', prepareCreate)

function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newWebhook(await newTenant())
    const answers = []
    for (const webhook of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { webhook }, body })
      answers.push({ ...problem, request_id: '' })
    }
    assert.equal(answers[0]?.code, 'webhook_not_found')
    assert.deepEqual(answers[1], answers[0], 'a foreign one is a missing one')
  }
}

async function change(client: ApiClient, webhook: string, body: object): Promise<Webhook> {
  return (await client.call('webhooks.change', { params: { webhook }, body })).body
}

async function pointers<Id extends OperationId>(
  { call }: CaseContext<Id>,
  input: { params?: Record<string, string>; body: unknown },
): Promise<string[]> {
  const { problem } = await call(input)
  return [...new Set(problem.errors?.map((error) => error.pointer))]
}

function bytes(count: number): string {
  return Buffer.alloc(count, 1).toString('base64')
}

function many(count: number, from = 0): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${from + i}`, 'v']))
}

const refusedFields: [field: object, pointer: string][] = [
  [{ event_types: ['task.exploded'] }, '/event_types/0'],
  [{ event_types: ['task.created', 'task.created'] }, '/event_types'],
  [{ filter: { 'data.status': [] } }, '/filter/data.status'],
  [{ filter: { 'data.status': 'ready' } }, '/filter/data.status'],
  [{ filter: { 'data.status': [{}] } }, '/filter/data.status/0'],
  [{ ordering: 'any' }, '/ordering'],
  [{ headers: { Host: 'x' } }, '/headers/Host'],
  [{ headers: { 'Webhook-Id': 'x' } }, '/headers/Webhook-Id'],
  [{ headers: { 'Content-Type': 'x' } }, '/headers/Content-Type'],
  [{ headers: { 'transfer-encoding': 'chunked' } }, '/headers/transfer-encoding'],
  [{ headers: { 'X-A': '1', 'x-a': '2' } }, '/headers/x-a'],
  [{ headers: { 'x-a': 'line\r\nbreak' } }, '/headers/x-a'],
  [{ description: 'x'.repeat(501) }, '/description'],
  [{ url: '' }, '/url'],
]

describeOperation('webhooks.create', {
  201: {
    'returns the webhook with its secret, as it is from then on': async ({ client, call }) => {
      const body = {
        url: RECEIVER_URL,
        description: 'Orders',
        event_types: ['task.*', 'comment.created'],
        filter: { 'data.queue': ['support'], changed: ['status'] },
        ordering: 'task',
        headers: { Authorization: 'Bearer hidden', 'X-Env': 'test' },
      }
      const reply = await call({ body })
      const { id, secret, created_at, ...rest } = reply.body
      const { headers: _, ...plain } = body
      assert.deepEqual(rest, {
        ...plain,
        enabled: true,
        disabled_reason: null,
        header_names: ['authorization', 'x-env'],
        failing_since: null,
        secret_state: 'readable',
        rotation: null,
        version: 1,
        created_by: rest.created_by,
        updated_at: created_at,
      })
      assert.match(secret ?? '', /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.equal(reply.headers['location'], `/api/webhooks/${id}`)
      assert.equal(reply.headers['etag'], '"1"')
      const read = (await client.call('webhooks.get', { params: { webhook: id } })).body
      const { secret: _told, ...expected } = reply.body
      assert.deepEqual(read, expected)
    },
    'fills in what was left out': async ({ call }) => {
      const { body } = await call({ body: { url: RECEIVER_URL, enabled: false } })
      assert.deepEqual(
        [body.event_types, body.filter, body.ordering, body.enabled, body.disabled_reason],
        [[], {}, 'none', false, 'manual'],
      )
    },
    'leaves an audit entry and no event': async ({ client, call }) => {
      const { body } = await call({ body: { url: RECEIVER_URL } })
      const actions = (await auditOf(body.id)).map((entry) => entry.action)
      assert.deepEqual(actions, ['webhook.created'])
      assert.equal((await countHistory(client.tenant.id)).events, 0)
    },
    'repeats the first answer under one Idempotency-Key, without the secret': async (t) => {
      const input = { body: { url: RECEIVER_URL }, headers: { 'idempotency-key': 'again' } }
      const first = await t.call(input)
      const second = await t.call(input)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      const { secret, ...kept } = first.body
      assert.ok(secret)
      assert.deepEqual(second.body, kept)
      assert.equal(second.headers['location'], first.headers['location'])
      const rows = await inspect('select from webhooks where tenant_id = $1', [t.client.tenant.id])
      assert.equal(rows.length, 1)
    },
  },
  400: {
    ...created.malformed,
    'refuses fields it cannot use': async (t) => {
      for (const [field, pointer] of refusedFields) {
        const body = { url: RECEIVER_URL, ...field }
        assert.deepEqual(await pointers(t, { body }), [pointer], JSON.stringify(field))
      }
      assert.deepEqual(await pointers(t, { body: {} }), ['/url'])
      const filter = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`data.${i}`, [i]]))
      assert.deepEqual(await pointers(t, { body: { url: RECEIVER_URL, filter } }), ['/filter'])
    },
    'refuses paths outside of the event': async (t) => {
      for (const path of ['status', 'data', 'data.', 'id', 'actor.name', 'changed.0', 'data..x']) {
        const { problem } = await t.call({ body: { url: RECEIVER_URL, filter: { [path]: ['x'] } } })
        assert.equal(problem.code, 'invalid_request', path)
      }
    },
    'refuses a secret of another form or length': async (t) => {
      for (const secret of ['hello', bytes(32), `whsec_${bytes(23)}`, `whsec_${bytes(65)}`]) {
        assert.deepEqual(await pointers(t, { body: { url: RECEIVER_URL, secret } }), ['/secret'])
      }
      for (const count of [24, 25, 26, 32, 62, 63, 64]) {
        const secret = `whsec_${bytes(count)}`
        assert.equal((await t.call({ body: { url: RECEIVER_URL, secret } })).body.secret, secret)
      }
    },
    'refuses an address that nothing could be sent to, and says why': async (t) => {
      for (const url of refusedUrls) {
        const { problem } = await t.call({ body: { url } })
        assert.equal(problem.code, 'webhook_url_refused', url)
        assert.ok(problem.detail.length > 30, problem.detail)
      }
      const rows = await inspect('select from webhooks where tenant_id = $1', [t.client.tenant.id])
      assert.equal(rows.length, 0)
    },
    'refuses an Idempotency-Key with spaces': idempotency.badKey,
  },
  409: {
    'rejects a second one while the first is in flight': idempotency.inFlight,
    'lets a tenant have so many, disabled or not, however many it asks for at once': async (t) => {
      const ask = (_: unknown, index: number) =>
        // They wait for each other; on a busy machine some get a 503 and retry, as clients do.
        until('the request is handled', async () => {
          const reply = await t.call({ body: { url: RECEIVER_URL, enabled: index % 2 === 0 } })
          return reply.status !== 503 && reply
        })
      const replies = await Promise.all(Array.from({ length: MOST_WEBHOOKS + 5 }, ask))
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201, 409]))
      const refused = replies.filter(({ status }) => status === 409)
      assert.deepEqual(
        refused.map(({ problem }) => problem.code),
        Array.from({ length: 5 }, () => 'webhook_limit_reached'),
      )
      const [made] = (await t.client.call('webhooks.list', { query: { limit: 1 } })).body.data
      await t.client.call('webhooks.remove', { params: { webhook: made?.id ?? '' } })
      assert.equal((await t.call({ body: { url: RECEIVER_URL } })).status, 201)
    },
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('webhooks.list', {
  200: {
    'lists the webhooks of this tenant, oldest first, in pages': async ({ client, call }) => {
      await newWebhook(await newTenant())
      const ids: string[] = []
      for (let i = 0; i < 5; i++) ids.push((await newWebhook(client)).id)
      const { data } = (await call()).body
      assert.deepEqual(
        data.map((webhook) => webhook.id),
        ids,
      )
      assert.deepEqual(await client.follow<Webhook>('/api/webhooks?limit=2'), data)
    },
    'is empty before there is one': async ({ call }) => {
      assert.deepEqual((await call()).body, { data: [], next_cursor: null })
    },
  },
  400: async ({ client, call }) => {
    const stranger = await newTenant()
    for (const tenant of [client, stranger]) {
      await newWebhook(tenant)
      await newWebhook(tenant)
    }
    const page = await stranger.call('webhooks.list', { query: { limit: 1 } })
    const { problem } = await call({ query: { cursor: page.body.next_cursor ?? '' } })
    assert.equal(problem.code, 'invalid_cursor')
  },
})

describeOperation('webhooks.get', {
  200: async ({ client, call }) => {
    const { secret: _, ...webhook } = await newWebhook(client)
    const reply = await call({ params: { webhook: webhook.id } })
    assert.deepEqual(reply.body, webhook)
    assert.equal(reply.headers['etag'], '"1"')
  },
  400: async ({ call }) => {
    const { problem } = await call({ params: { webhook: 'tsk_1' } })
    assert.equal(problem.errors?.[0]?.pointer, 'webhook')
  },
  404: missing<'webhooks.get'>(),
})

describeOperation('webhooks.change', {
  200: {
    'changes what is given and tells the difference': async ({ client, call }) => {
      const { secret: _, ...webhook } = await newWebhook(client, {
        filter: { changed: ['status'] },
      })
      const params = { webhook: webhook.id }
      const body = { event_types: ['task.created'], filter: { 'data.queue': ['a'], changed: null } }
      const reply = await call({ params, body, headers: { 'if-match': '"1"' } })
      assert.deepEqual(reply.body, {
        ...webhook,
        event_types: ['task.created'],
        filter: { 'data.queue': ['a'] },
        version: 2,
        updated_at: reply.body.updated_at,
      })
      assert.equal(reply.headers['etag'], '"2"')
      const [, entry] = await auditOf(webhook.id)
      assert.equal(entry?.action, 'webhook.updated')
      assert.deepEqual(entry.changes, [
        { field: 'event_types', from: [], to: ['task.created'] },
        { field: 'filter', from: { changed: ['status'] }, to: { 'data.queue': ['a'] } },
      ])
    },
    'writes nothing when nothing differs': async ({ client, call }) => {
      const { secret: _, ...webhook } = await newWebhook(client)
      const body = { url: RECEIVER_URL, enabled: true, filter: {} }
      assert.deepEqual((await call({ params: { webhook: webhook.id }, body })).body, webhook)
      assert.equal((await auditOf(webhook.id)).length, 1)
    },
    'disables, and starts without failures when enabled again': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      const off = (await call({ params: { webhook: id }, body: { enabled: false } })).body
      assert.deepEqual([off.enabled, off.disabled_reason], [false, 'manual'])
      await inspect(
        `update webhooks set disabled_reason = 'failing', failing_since = now(), warned_at = now()
         where tenant_id = $1`,
        [client.tenant.id],
      )
      const on = await change(client, id, { enabled: true })
      assert.deepEqual([on.enabled, on.disabled_reason, on.failing_since], [true, null, null])
      const [row] = await inspect<{ warned_at: Date | null }>(
        'select warned_at from webhooks where tenant_id = $1',
        [client.tenant.id],
      )
      assert.equal(row?.warned_at, null)
    },
    'merges headers by name, whatever their spelling': async ({ client, call }) => {
      const { id } = await newWebhook(client, { headers: { 'X-A': '1', 'X-B': '2' } })
      const params = { webhook: id }
      const body = { headers: { 'x-a': null, 'X-b': '3', 'X-C': '4' } }
      assert.deepEqual((await call({ params, body })).body.header_names, ['x-b', 'x-c'])
      const [, entry] = await auditOf(id)
      assert.deepEqual(entry?.changes, [
        { field: 'headers', from: ['x-a', 'x-b'], to: ['x-b', 'x-c'] },
      ])
      assert.deepEqual((await change(client, id, { headers: null })).header_names, [])
    },
    'drops stored headers when the origin of the URL changes': async ({ client, call }) => {
      const headers = { Authorization: 'Bearer hidden', 'X-Env': 'test' }
      for (const url of otherOrigins) {
        const { id } = await newWebhook(client, { headers })
        const { body } = await call({ params: { webhook: id }, body: { url } })
        assert.deepEqual(body.header_names, [], url)
        assert.deepEqual(body.dropped_header_names, ['authorization', 'x-env'])
        const [, entry] = await auditOf(id)
        assert.deepEqual(entry?.changes[1], {
          field: 'headers',
          from: ['authorization', 'x-env'],
          to: [],
        })
        const back = await change(client, id, { url: RECEIVER_URL })
        assert.deepEqual(back.header_names, [], 'they do not come back')
        await client.call('webhooks.remove', { params: { webhook: id } })
      }
    },
    'keeps stored headers when only the path changes': async ({ client, call }) => {
      const { id } = await newWebhook(client, { headers: { 'X-A': '1' } })
      for (const path of ['/other', '/hook?a=b', ':443/hook']) {
        const url = `${new URL(RECEIVER_URL).origin}${path}`
        const { body } = await call({ params: { webhook: id }, body: { url } })
        assert.deepEqual([body.header_names, body.dropped_header_names], [['x-a'], undefined])
      }
    },
    'takes headers for the new origin in the same request': async ({ client, call }) => {
      const headers = { 'X-A': '1', 'X-B': '2', 'X-C': '3' }
      const { id } = await newWebhook(client, { headers })
      const body = { url: otherOrigins[0], headers: { 'x-a': 'new', 'X-C': null } }
      const { body: after } = await call({ params: { webhook: id }, body })
      assert.deepEqual(after.header_names, ['x-a'])
      assert.deepEqual(after.dropped_header_names, ['x-b'], 'only what was not removed on request')
      assert.equal((await change(client, id, { description: 'x' })).header_names.length, 1)
    },
  },
  400: {
    ...changed.malformed,
    'refuses fields it cannot use, alone or together with what is there': async (t) => {
      const filter = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`data.${i}`, [i]]))
      const { id } = await newWebhook(t.client, { headers: many(19), filter })
      const params = { webhook: id }
      for (const [body, pointer] of refusedFields) {
        assert.deepEqual(await pointers(t, { params, body }), [pointer], JSON.stringify(body))
      }
      assert.deepEqual(await pointers(t, { params, body: { headers: many(2, 19) } }), ['/headers'])
      const more = { 'data.x': ['x'], 'data.y': ['y'] }
      assert.deepEqual(await pointers(t, { params, body: { filter: more } }), ['/filter'])
      assert.deepEqual(await pointers(t, { params, body: { secret: 'x' } }), ['/secret'])
      const ordering = 'task'
      assert.deepEqual(await pointers(t, { params, body: { ordering } }), ['/ordering'])
    },
    'refuses an address that nothing could be sent to': async ({ client, call }) => {
      const { id } = await newWebhook(client)
      for (const url of refusedUrls) {
        const { problem } = await call({ params: { webhook: id }, body: { url } })
        assert.equal(problem.code, 'webhook_url_refused')
      }
    },
  },
  404: missing<'webhooks.change'>({ enabled: false }),
  412: async ({ client, call }) => {
    const { id } = await newWebhook(client)
    const input = { params: { webhook: id }, body: { enabled: false } }
    const { problem } = await call({ ...input, headers: { 'if-match': '"2"' } })
    assert.equal(problem.code, 'version_mismatch')
    assert.match(problem.detail, /version of the webhook is 1/)
  },
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('webhooks.remove', {
  204: async ({ client, call }) => {
    const { id } = await newWebhook(client)
    assert.equal((await call({ params: { webhook: id } })).text, '')
    assert.equal((await client.call('webhooks.get', { params: { webhook: id } })).status, 404)
    assert.equal((await auditOf(id)).at(-1)?.action, 'webhook.deleted')
  },
  400: async ({ client, call }) => {
    const { id } = await newWebhook(client)
    const { problem } = await call({ params: { webhook: id }, query: { hard: 'true' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
  404: missing<'webhooks.remove'>(),
  412: async ({ client, call }) => {
    const { id } = await newWebhook(client)
    const { problem } = await call({ params: { webhook: id }, headers: { 'if-match': '"7"' } })
    assert.equal(problem.code, 'version_mismatch')
  },
})
