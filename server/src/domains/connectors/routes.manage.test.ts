// Connectors added, read, renamed, paused and taken away.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { newConnector, newEdge } from '../../../../tests/harness/edge/new-connector.ts'
import { resultOf } from '../../../../tests/harness/edge/test-edge.ts'
import { auditOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `con_${'0'.repeat(32)}`
/** The default. */
const MOST = 20

const prepareCreate = async () => ({ body: { name: 'warehouse' } })
const prepareChange = async ({ client }: CaseContext<'connectors.change'>) => ({
  params: { connector: (await newConnector(client)).id },
  body: { name: 'Changed' },
})
const created = bodyCases<'connectors.create'>(prepareCreate)
const changed = bodyCases<'connectors.change'>(prepareChange)
const idempotency = idempotencyCases('connectors.create', prepareCreate)

function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newConnector(await newTenant())
    const answers = []
    for (const connector of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { connector }, body })
      answers.push({ ...problem, request_id: '' })
    }
    assert.equal(answers[0]?.code, 'connector_not_found')
    assert.deepEqual(answers[1], answers[0], 'a foreign one is a missing one')
  }
}

function badId<Id extends OperationId>(): Case<Id> {
  return async ({ call }) => {
    assert.equal((await call({ params: { connector: 'x' } })).problem.code, 'invalid_request')
  }
}

describeOperation('connectors.list', {
  200: async ({ client, call }) => {
    const first = await newConnector(client)
    const second = await newConnector(client)
    const page = await call({ query: { limit: 1 } })
    assert.deepEqual(
      page.body.data.map(({ id }) => id),
      [first.id],
    )
    const next = await call({ query: { limit: 1, cursor: page.body.next_cursor ?? '' } })
    assert.deepEqual(
      next.body.data.map(({ id, state }) => [id, state]),
      [[second.id, 'enrolling']],
    )
    assert.equal(next.body.next_cursor, null)
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { cursor: 'x.y' } })).problem.code, 'invalid_cursor')
  },
})

describeOperation('connectors.create', {
  201: {
    'tells the token, and stores a hash of it': async ({ call }) => {
      const reply = await call({ body: { name: 'warehouse' } })
      const { body } = reply
      assert.match(body.enrolment_token ?? '', /^cnt_[A-Za-z0-9_-]{43}$/)
      assert.equal(body.state, 'enrolling')
      const leftMs = Date.parse(body.enrolment_expires_at ?? '') - Date.parse(body.created_at)
      assert.ok(Math.abs(leftMs - 15 * 60_000) < 1_000)
      assert.equal(reply.headers['location'], `/api/connectors/${body.id}`)
      assert.equal(reply.headers['etag'], '"1"')
      const rows = await inspect<{ row: string }>(
        'select c::text as row from connectors c where id = $1',
        [uuidOf(body.id)],
      )
      assert.ok(!rows[0]?.row.includes(body.enrolment_token ?? ''))
      assert.deepEqual(
        (await auditOf(body.id)).map(({ action }) => action),
        ['connector.created'],
      )
    },
    'repeats the first answer under one Idempotency-Key, without the token': async ({ call }) => {
      const input = { body: { name: 'warehouse' }, headers: { 'idempotency-key': 'again' } }
      const { enrolment_token: token, ...first } = (await call(input)).body
      const second = await call(input)
      assert.ok(token)
      assert.equal(second.headers['idempotency-replayed'], 'true')
      assert.deepEqual(second.body, first)
    },
  },
  400: {
    ...created.malformed,
    'refuses a name of no length': async ({ call }) => {
      assert.equal((await call({ body: { name: '' } })).problem.errors?.[0]?.pointer, '/name')
    },
    'refuses a key that is none': idempotency.badKey,
  },
  409: {
    'waits for the first request with the key': idempotency.inFlight,
    'names the connector that has the name': async ({ client, call }) => {
      const { id } = await newConnector(client, 'warehouse')
      const { problem } = await call({ body: { name: 'warehouse' } })
      assert.deepEqual([problem.code, problem.existing_id], ['connector_name_taken', id])
    },
    'refuses more than the operator allows': async ({ client, call }) => {
      await inspect(
        `insert into connectors (tenant_id, id, name, created_by, created_at, updated_at)
         select $1, gen_random_uuid(), n::text, 'system:test', now(), now() from generate_series(1, $2::int) n`,
        [client.tenant.id, MOST],
      )
      const { problem } = await call(await prepareCreate())
      assert.equal(problem.code, 'connector_limit_reached')
    },
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('connectors.get', {
  200: {
    'tells how it fares': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const databases = [{ name: 'erp', engine: 'mysql', ok: false, problem: 'cannot be reached' }]
      await edge.send(edge.announceFrame())
      await edge.poll({ waiting: 3, lag_ms: 1_500, databases })
      const reply = await call({ params: { connector: connector.id } })
      const { body } = reply
      assert.equal(reply.headers['etag'], '"1"')
      assert.deepEqual(
        [body.state, body.waiting_results, body.lag_ms, body.databases, body.facts?.version],
        ['online', 3, 1_500, databases, '0.1.0'],
      )
      assert.equal(body.enrolment_expires_at, null)
      assert.ok(Date.parse(body.key_expires_at ?? '') > Date.now() + 89 * 86_400_000)
    },
    'counts what it does': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const params = { connector: connector.id }
      const body = { database: 'erp', statement: 'open', wait_seconds: 0 }
      await client.call('connectors.run', { params, body })
      await client.call('connectors.run', { params, body })
      const [job] = await edge.jobs({ room: 1 })
      await edge.result(job?.job ?? '', resultOf([[1], [2]]))
      const shown = (await call({ params })).body
      assert.deepEqual([shown.waiting_jobs, shown.rows_last_minute], [1, 2])
      assert.deepEqual(
        { ...shown.last_job, ended_at: '' },
        { id: job?.job, statement: 'open', state: 'done', row_count: 2, ended_at: '' },
      )
    },
    'is silent when nothing was heard for a while': async ({ client, call }) => {
      const { connector } = await newEdge(client)
      await inspect(`update connectors set last_seen_at = now() - interval '91 s' where id = $1`, [
        uuidOf(connector.id),
      ])
      assert.equal((await call({ params: { connector: connector.id } })).body.state, 'silent')
    },
  },
  400: badId<'connectors.get'>(),
  404: missing<'connectors.get'>(),
})

describeOperation('connectors.change', {
  200: async ({ client, call }) => {
    const { connector } = await newEdge(client)
    const params = { connector: connector.id }
    const reply = await call({ params, body: { name: 'Other', paused: true } })
    assert.deepEqual(
      [reply.body.name, reply.body.state, reply.body.version, reply.headers['etag']],
      ['Other', 'paused', 2, '"2"'],
    )
    assert.equal((await call({ params, body: { name: 'Other' } })).body.version, 2, 'no change')
    assert.equal((await call({ params, body: { paused: false } })).body.state, 'online')
    assert.deepEqual((await auditOf(connector.id)).at(-1)?.changes, [
      { field: 'paused', from: true, to: false },
    ])
  },
  400: changed.malformed,
  404: missing<'connectors.change'>({ name: 'x' }),
  409: {
    'names the connector that has the name': async ({ client, call }) => {
      const taken = await newConnector(client, 'taken')
      const { id: connector } = await newConnector(client)
      const { problem } = await call({ params: { connector }, body: { name: 'taken' } })
      assert.deepEqual([problem.code, problem.existing_id], ['connector_name_taken', taken.id])
    },
    'two that take the same name at once are not both right': async ({ client, call }) => {
      const made = [await newConnector(client), await newConnector(client)]
      const replies = await Promise.all(
        made.map(({ id }) => call({ params: { connector: id }, body: { name: 'the one' } })),
      )
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200, 409]))
    },
  },
  412: async ({ client, call }) => {
    const input = await prepareChange({ client } as CaseContext<'connectors.change'>) // needs the client only
    const { problem } = await call({ ...input, headers: { 'if-match': '"7"' } })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('connectors.remove', {
  204: async ({ client, call }) => {
    const { edge, connector } = await newEdge(client)
    await call({ params: { connector: connector.id } })
    assert.equal((await edge.poll()).status, 401)
    assert.equal((await auditOf(connector.id)).at(-1)?.action, 'connector.deleted')
  },
  400: badId<'connectors.remove'>(),
  404: missing<'connectors.remove'>(),
  412: async ({ client, call }) => {
    const { id: connector } = await newConnector(client)
    const reply = await call({ params: { connector }, headers: { 'if-match': '"9"' } })
    assert.equal(reply.problem.code, 'version_mismatch')
  },
})
