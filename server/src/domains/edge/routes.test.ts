// Statements that people run, and the jobs they become.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { newConnector, newEdge } from '../../../../tests/harness/edge/new-connector.ts'
import { chunkedResult, resultOf } from '../../../../tests/harness/edge/test-edge.ts'
import { auditOf, uuidOf } from '../../../../tests/harness/history.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `con_${'0'.repeat(32)}`
const noJob = `job_${'0'.repeat(32)}`
const STATEMENT = { database: 'erp', statement: 'open', wait_seconds: 0 }

async function asked(client: ApiClient) {
  const { edge, connector } = await newEdge(client)
  const params = { connector: connector.id }
  const { body: job } = await client.call('connectors.run', { params, body: STATEMENT })
  return { edge, job, params: { ...params, job: job.id } }
}

const prepareRun = async ({ client }: Pick<CaseContext<'connectors.run'>, 'client'>) => ({
  params: { connector: (await newEdge(client)).connector.id },
  body: STATEMENT,
})
const run = bodyCases<'connectors.run'>(prepareRun)
const prepareCancel = async ({ client }: Pick<CaseContext<'edge_jobs.cancel'>, 'client'>) => ({
  params: (await asked(client)).params,
})
const cancel = idempotencyCases('edge_jobs.cancel', prepareCancel)

function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newConnector(await newTenant())
    const answers = []
    for (const connector of [nowhere, foreign.id]) {
      const params = { connector, job: noJob }
      answers.push({ ...(await call({ params, body })).problem, request_id: '' })
    }
    assert.equal(answers[0]?.code, 'connector_not_found')
    assert.deepEqual(answers[1], answers[0], 'a foreign one is a missing one')
  }
}

function missingJob<Id extends OperationId>(): Case<Id> {
  return async ({ client, call }) => {
    const { params } = await asked(client)
    const other = await asked(client)
    const foreign = await asked(await newTenant())
    for (const job of [noJob, other.job.id, foreign.job.id]) {
      assert.equal((await call({ params: { ...params, job } })).problem.code, 'edge_job_not_found')
    }
  }
}

function badId<Id extends OperationId>(): Case<Id> {
  return async ({ client, call }) => {
    const { connector } = (await asked(client)).params
    assert.equal((await call({ params: { connector, job: 'x' } })).problem.code, 'invalid_request')
  }
}

describeOperation('connectors.run', {
  200: {
    'waits for what the connector answers': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const answer = call({
        params: { connector: connector.id },
        body: { ...STATEMENT, params: { after: 7 }, wait_seconds: 20 },
      })
      const [job] = await edge.jobs({ wait_ms: 20_000 })
      assert.deepEqual([job?.params, job?.attempt], [{ after: 7 }, 1])
      await edge.result(job?.job ?? '', resultOf([[8], [9]]))
      const { body } = await answer
      assert.deepEqual([body.state, body.rows, body.row_count], ['done', [[8], [9]], 2])
      const entry = (await auditOf(connector.id)).at(-1)
      assert.deepEqual(
        [entry?.action, entry?.changes[0]?.to],
        ['connector.statement_run', 'erp.open'],
      )
    },
    'tells what the connector refuses, in its words': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const answer = call({
        params: { connector: connector.id },
        body: { ...STATEMENT, wait_seconds: 20 },
      })
      const [job] = await edge.jobs({ wait_ms: 20_000 })
      const problem = { code: 'unknown_statement', message: 'There is no statement open.' } as const
      await edge.result(job?.job ?? '', resultOf([], { outcome: 'refused', problem }))
      const { body } = await answer
      assert.deepEqual([body.state, body.problem], ['refused', problem])
    },
    'returns a waiting job when the connector is offline': async ({ client, call }) => {
      const { body } = await call(await prepareRun({ client }))
      assert.deepEqual([body.state, body.attempts, body.rows], ['waiting', 0, []])
    },
    'gives the job of the first request to the second with the same key': async ({
      client,
      call,
    }) => {
      const { connector } = await newEdge(client)
      const wish = (key: string) =>
        call({ params: { connector: connector.id }, body: { ...STATEMENT, request_key: key } })
      const [first, second, other] = [await wish('a'), await wish('a'), await wish('b')]
      assert.equal(second.body.id, first.body.id)
      assert.notEqual(other.body.id, first.body.id)
    },
    'never hands out SQL that an earlier release stored': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const { body: job } = await call({ params: { connector: connector.id }, body: STATEMENT })
      await inspect(`update edge_jobs set statement = null, sql = 'select 1' where id = $1`, [
        uuidOf(job.id),
      ])
      assert.deepEqual(await edge.jobs(), [])
      await inspect(`update edge_jobs set statement = 'open', sql = null where id = $1`, [
        uuidOf(job.id),
      ])
      assert.equal((await edge.jobs())[0]?.job, job.id, 'a named one is handed out')
    },
    'shows no more than 1,000 rows': async ({ client, call }) => {
      const { edge, connector } = await newEdge(client)
      const answer = call({
        params: { connector: connector.id },
        body: { ...STATEMENT, wait_seconds: 20 },
      })
      const [job] = await edge.jobs({ wait_ms: 20_000 })
      const rows = Array.from({ length: 1_001 }, (_, index) => [index])
      await edge.result(job?.job ?? '', resultOf(rows))
      const { body } = await answer
      assert.deepEqual([body.row_count, body.rows.length], [1_001, 1_000])
    },
  },
  400: {
    ...run.malformed,
    'rejects SQL': async ({ client, call }) => {
      const { params } = await prepareRun({ client })
      for (const more of [{}, { sql: 'select 1' }, { statement: 'open', sql: 'select 1' }]) {
        const { problem } = await call({ params, body: { database: 'erp', ...more } })
        assert.equal(problem.code, 'invalid_request')
      }
    },
  },
  404: missing<'connectors.run'>(STATEMENT),
  409: async ({ client, call }) => {
    const { id: connector } = await newConnector(client)
    const { problem } = await call({ params: { connector }, body: STATEMENT })
    assert.equal(problem.code, 'connector_not_enrolled')
  },
  413: run.tooLarge,
  415: run.wrongType,
})

describeOperation('edge_jobs.list', {
  200: async ({ client, call }) => {
    const { job: first, params } = await asked(client)
    const { connector } = params
    const { body: second } = await client.call('connectors.run', {
      params: { connector },
      body: STATEMENT,
    })
    const page = await call({ params: { connector }, query: { limit: 1 } })
    assert.equal(page.body.data[0]?.id, second.id, 'newest first')
    const cursor = page.body.next_cursor ?? ''
    const next = await call({ params: { connector }, query: { limit: 1, cursor } })
    assert.deepEqual([next.body.data[0]?.id, next.body.next_cursor], [first.id, null])
    await client.call('edge_jobs.cancel', { params })
    const canceled = await call({ params: { connector }, query: { state: 'canceled' } })
    assert.deepEqual(
      canceled.body.data.map(({ id }) => id),
      [first.id],
    )
  },
  400: async ({ client, call }) => {
    const { connector } = (await asked(client)).params
    const { problem } = await call({ params: { connector }, query: { cursor: 'x.y' } })
    assert.equal(problem.code, 'invalid_cursor')
  },
  404: missing<'edge_jobs.list'>(),
})

describeOperation('edge_jobs.get', {
  200: {
    'has rows that came in pieces': async ({ client, call }) => {
      const { edge, params } = await asked(client)
      const [order] = await edge.jobs()
      const rows = Array.from({ length: 50 }, (_, index) => [index, 'ä'.repeat(20)])
      const { result, chunks } = chunkedResult(rows, 300)
      for (const [number, chunk] of chunks.entries()) {
        assert.equal(
          (await edge.send(edge.chunkFrame(order?.job ?? '', number, chunk))).status,
          204,
        )
      }
      assert.equal((await edge.result(order?.job ?? '', result)).status, 200)
      const { body } = await call({ params })
      assert.deepEqual([body.state, body.rows], ['done', rows])
    },
    'reads no more of a long result than it shows': async ({ client, call }) => {
      const { edge, params } = await asked(client)
      const [order] = await edge.jobs()
      const job = order?.job ?? ''
      const rows = Array.from({ length: 30_000 }, (_, index) => [index, 'x'.repeat(300)])
      const { result, chunks } = chunkedResult(rows, 262_000)
      for (const [number, chunk] of chunks.entries()) {
        assert.equal((await edge.send(edge.chunkFrame(job, number, chunk))).status, 204)
      }
      assert.equal((await edge.result(job, result)).status, 200)
      // Reading all of it fails to parse.
      await inspect(`update edge_job_chunks set body = '}' where job_id = $1 and number > 20`, [
        uuidOf(job),
      ])
      const { body } = await call({ params })
      assert.deepEqual([body.row_count, body.rows.length], [30_000, 1_000])
      assert.deepEqual(body.rows.at(-1), rows[999])
    },
    'is expired after its time, before its row is updated': async ({ client, call }) => {
      const { params } = await asked(client)
      await inspect(`update edge_jobs set expires_at = now() - interval '1 s' where id = $1`, [
        uuidOf(params.job),
      ])
      const { body } = await call({ params })
      assert.equal(body.state, 'expired')
      assert.ok(body.ended_at)
    },
  },
  400: badId<'edge_jobs.get'>(),
  404: { connector: missing<'edge_jobs.get'>(), job: missingJob<'edge_jobs.get'>() },
})

describeOperation('edge_jobs.cancel', {
  200: {
    'is never handed out': async ({ client, call }) => {
      const { edge, params } = await asked(client)
      assert.equal((await call({ params })).body.state, 'canceled')
      assert.deepEqual(await edge.jobs(), [])
      assert.equal((await auditOf(params.connector)).at(-1)?.action, 'connector.job_canceled')
    },
    'repeats the first answer under one Idempotency-Key': cancel.replayed,
  },
  400: { 'refuses an id that is none': badId<'edge_jobs.cancel'>(), 'a key too': cancel.badKey },
  404: { connector: missing<'edge_jobs.cancel'>(), job: missingJob<'edge_jobs.cancel'>() },
  409: {
    'waits for the first request with the key': cancel.inFlight,
    'cannot take back what was handed out': async ({ client, call }) => {
      const { edge, params } = await asked(client)
      await edge.jobs()
      assert.equal((await call({ params })).problem.code, 'edge_job_not_waiting')
    },
  },
  422: async ({ client, call }) => {
    const headers = { 'idempotency-key': 'twice' }
    await call({ ...(await prepareCancel({ client })), headers })
    const { problem } = await call({ ...(await prepareCancel({ client })), headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  },
})
