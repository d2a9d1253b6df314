// Connectors at `/edge/…`: tokens, sessions and frames, each of them good once and for nobody else.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { EdgeResultTaken, Polled } from '@task-service/contract'
import type { ApiClient } from '../harness/api-client.ts'
import { newConnector, newEdge, transportOf } from '../harness/edge/new-connector.ts'
import { resultOf, TestEdge } from '../harness/edge/test-edge.ts'
import { newTenant } from '../harness/test-api.ts'

let client: ApiClient

before(async () => {
  client = await newTenant()
})

describe('a round', () => {
  test('a statement that somebody runs is handed out, answered, and its rows are told', async () => {
    const { edge, connector } = await newEdge(client)
    const run = client.call('connectors.run', {
      params: { connector: connector.id },
      body: { database: 'warehouse', statement: 'open_claims', params: { after: 0 } },
    })
    const [job] = await edge.jobs({ wait_ms: 5_000 })
    assert.equal(job?.statement, 'open_claims')
    assert.deepEqual(job?.params, { after: 0 })
    const taken = await edge.result(job?.job ?? '', resultOf([[1], ['two']]))
    assert.deepEqual(JSON.parse(taken.text) as EdgeResultTaken, { taken: 'now' })
    const { body } = await run
    assert.deepEqual([body.state, body.rows, body.columns], ['done', [[1], ['two']], ['id']])
  })

  test('a poll with nothing to do answers when its time is up', async () => {
    const { edge } = await newEdge(client)
    await edge.send(edge.announceFrame())
    const { status, text } = await edge.poll({ wait_ms: 50 })
    assert.equal(status, 200)
    const { jobs, wishes } = JSON.parse(text) as Polled
    assert.deepEqual([jobs, wishes], [[], { rotate: false, announce: false, drain: false }])
  })
})

describe('enrolment', () => {
  test('a token is good once', async () => {
    const { enrolment_token: token = '' } = await newConnector(client)
    const first = new TestEdge(transportOf(client))
    assert.equal((await first.enrol(token)).status, 200)
    const second = new TestEdge(transportOf(client))
    const refused = await second.enrol(token)
    assert.equal(refused.status, 401)
    assert.match(refused.text, /edge_refused/)
  })
})
