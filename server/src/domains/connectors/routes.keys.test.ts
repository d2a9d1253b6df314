// Tokens and keys of connectors: re-enrolling, revoking, rotating, draining.
import assert from 'node:assert/strict'
import type { OperationId, Polled } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { newConnector, newEdge } from '../../../../tests/harness/edge/new-connector.ts'
import { resultOf, TestEdge } from '../../../../tests/harness/edge/test-edge.ts'
import { auditOf } from '../../../../tests/harness/history.ts'
import { idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `con_${'0'.repeat(32)}`

function missing<Id extends OperationId>(): Case<Id> {
  return async ({ call }) => {
    const foreign = await newConnector(await newTenant())
    const answers = []
    for (const connector of [nowhere, foreign.id]) {
      answers.push({ ...(await call({ params: { connector } })).problem, request_id: '' })
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

const enrolled = async ({ client }: Pick<CaseContext<OperationId>, 'client'>) => ({
  params: { connector: (await newEdge(client)).connector.id },
})

/** The same key for another connector. */
function reused<Id extends OperationId>(): Case<Id> {
  return async ({ client, call }) => {
    const headers = { 'idempotency-key': 'twice' }
    await call({ ...(await enrolled({ client })), headers })
    const { problem } = await call({ ...(await enrolled({ client })), headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  }
}

const enrollKey = idempotencyCases('connectors.enrol', enrolled)
const revokeKey = idempotencyCases('connectors.revoke', enrolled)
const rotateKey = idempotencyCases('connectors.rotate', enrolled)
const drainKey = idempotencyCases('connectors.drain', enrolled)

describeOperation('connectors.enrol', {
  200: {
    'the key keeps working until the token is used': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const { body } = await call({ params: { connector: connector.id } })
      assert.equal((await edge.poll()).status, 200)
      const next = new TestEdge(edge.send)
      assert.equal((await next.enroll(body.enrolment_token ?? '')).status, 200)
      assert.equal((await edge.poll()).status, 401, 'its session is over')
      assert.equal((await edge.open()).status, 401, 'its key is another')
      assert.equal((await next.open()).status, 200)
    },
    'takes the place of a token that was not used': async ({ client, call }) => {
      const { id, enrolment_token: first = '' } = await newConnector(client)
      const { enrolment_token: second = '' } = (await call({ params: { connector: id } })).body
      const { edge } = await newEdge(client)
      assert.equal((await new TestEdge(edge.send).enroll(first)).status, 401)
      assert.equal((await new TestEdge(edge.send).enroll(second)).status, 200)
      const acts = (await auditOf(id)).map(({ action }) => action)
      assert.deepEqual(acts, ['connector.created', 'connector.token_made', 'connector.enrolled'])
    },
    'lets one in again that was revoked': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const params = { connector: connector.id }
      await client.call('connectors.revoke', { params })
      const next = new TestEdge(edge.send)
      assert.equal(
        (await next.enroll((await call({ params })).body.enrolment_token ?? '')).status,
        200,
      )
      assert.equal((await next.open()).status, 200)
      assert.equal((await client.call('connectors.get', { params })).body.state, 'online')
    },
  },
  400: { 'refuses an id that is none': badId<'connectors.enrol'>(), 'a key too': enrollKey.badKey },
  404: missing<'connectors.enrol'>(),
  409: enrollKey.inFlight,
  422: reused<'connectors.enrol'>(),
})

describeOperation('connectors.revoke', {
  200: {
    'what it sends from now on is refused': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const { body } = await call({ params: { connector: connector.id } })
      assert.equal(body.state, 'revoked')
      assert.equal((await edge.poll()).status, 401)
      assert.equal((await edge.open()).status, 401)
      const again = await call({ params: { connector: connector.id } })
      assert.equal(again.body.state, 'revoked')
      const acts = (await auditOf(connector.id)).filter(({ action }) => /revoked/.test(action))
      assert.equal(acts.length, 1)
    },
    'a token that was not used is worth nothing': async ({ client, call }) => {
      const { id, enrolment_token: token = '' } = await newConnector(client)
      await call({ params: { connector: id } })
      const { edge } = await newEdge(client)
      assert.equal((await new TestEdge(edge.send).enroll(token)).status, 401)
    },
    'repeats the first answer under one Idempotency-Key': revokeKey.replayed,
  },
  400: {
    'refuses an id that is none': badId<'connectors.revoke'>(),
    'a key too': revokeKey.badKey,
  },
  404: missing<'connectors.revoke'>(),
  409: revokeKey.inFlight,
  422: reused<'connectors.revoke'>(),
})

describeOperation('connectors.rotate', {
  202: {
    'is asked with its next poll': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      await edge.send(edge.announceFrame())
      const waiting = edge.poll({ wait_ms: 20_000 })
      const { body } = await call({ params: { connector: connector.id } })
      assert.equal(body.rotate_asked, true)
      const { wishes } = JSON.parse((await waiting).text) as Polled
      assert.deepEqual(wishes, { rotate: true, announce: false, drain: false })
    },
    'repeats the first answer under one Idempotency-Key': rotateKey.replayed,
  },
  400: {
    'refuses an id that is none': badId<'connectors.rotate'>(),
    'a key too': rotateKey.badKey,
  },
  404: missing<'connectors.rotate'>(),
  409: {
    'waits for the first request with the key': rotateKey.inFlight,
    'the connector is not enrolled': async ({ client, call }) => {
      const { id: connector } = await newConnector(client)
      assert.equal((await call({ params: { connector } })).problem.code, 'connector_not_enrolled')
    },
  },
  422: reused<'connectors.rotate'>(),
})

describeOperation('connectors.drain', {
  200: {
    'it finishes what it has and gets nothing new': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const params = { connector: connector.id }
      const statement = { database: 'erp', statement: 'open', wait_seconds: 0 }
      await client.call('connectors.run', { params, body: statement })
      const [job] = await edge.jobs()
      await client.call('connectors.run', { params, body: statement })
      assert.equal((await call({ params })).body.state, 'paused')
      const { jobs, wishes } = JSON.parse((await edge.poll()).text) as Polled
      assert.deepEqual([jobs, wishes.drain], [[], true])
      assert.equal((await edge.result(job?.job ?? '', resultOf([[1]]))).status, 200)
      assert.equal((await client.call('connectors.get', { params })).body.waiting_jobs, 1)
    },
    'repeats the first answer under one Idempotency-Key': drainKey.replayed,
  },
  400: { 'refuses an id that is none': badId<'connectors.drain'>(), 'a key too': drainKey.badKey },
  404: missing<'connectors.drain'>(),
  409: drainKey.inFlight,
  422: reused<'connectors.drain'>(),
})

const face = {
  database: 'erp',
  engine: 'postgres',
  name: 'open',
  kind: 'read',
  description: 'Claims that wait',
  params: [{ name: 'after', type: 'integer', required: false }],
  columns: [{ name: 'iban', treatment: 'tokenised' }],
  max_rows: 10,
  max_bytes: 1_000,
  timeout_ms: 5_000,
}

describeOperation('connectors.statements', {
  200: async ({ client, call }) => {
    const { edge, connector } = await newEdge(client)
    const params = { connector: connector.id }
    assert.deepEqual((await call({ params })).body.data, [])
    assert.equal((await edge.send(edge.announceFrame([face], 'b'.repeat(64)))).status, 200)
    const { body } = await call({ params })
    assert.deepEqual([body.data, body.policy_digest], [[face], 'b'.repeat(64)])
    assert.equal((await client.call('connectors.get', { params })).body.statement_count, 1)
  },
  400: badId<'connectors.statements'>(),
  404: missing<'connectors.statements'>(),
})

describeOperation('connectors.activity', {
  200: async ({ client, call }) => {
    const { edge, connector } = await newEdge(client)
    const params = { connector: connector.id }
    const statement = { database: 'erp', statement: 'open', wait_seconds: 0 }
    for (const outcome of ['done', 'failed'] as const) {
      await client.call('connectors.run', { params, body: statement })
      const [job] = await edge.jobs()
      await edge.result(job?.job ?? '', resultOf([[1]], { outcome }))
    }
    const { body } = await call({ params })
    assert.deepEqual([body.bucket_seconds, body.data.length], [300, 24])
    const sum = (of: 'rows' | 'jobs' | 'failed') =>
      body.data.reduce((all, span) => all + span[of], 0)
    assert.deepEqual([sum('rows'), sum('jobs'), sum('failed')], [2, 2, 1])
  },
  400: badId<'connectors.activity'>(),
  404: missing<'connectors.activity'>(),
})
