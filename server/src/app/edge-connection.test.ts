// Access of integrations to connectors: only to those of their own tenant.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { EdgeRequest } from '@task-service/kit'
import type { EdgeConnection } from '#agent/edge-question.ts'
import { createKeyring } from '#crypto/keyring.ts'
import { Secret } from '#crypto/secret.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { failureOf } from '../../../tests/harness/agent/test-host.ts'
import type { ApiClient } from '../../../tests/harness/api-client.ts'
import { newEdge } from '../../../tests/harness/edge/new-connector.ts'
import { resultOf, type TestEdge } from '../../../tests/harness/edge/test-edge.ts'
import { uuidOf } from '../../../tests/harness/history.ts'
import { inspect, newTenant, testApi } from '../../../tests/harness/test-api.ts'
import { createEdgeConnection } from './edge-connection.ts'

let connection: EdgeConnection
let owner: ApiClient
let stranger: ApiClient
let edge: TestEdge

before(async () => {
  const { db } = await testApi()
  const master = Secret.from(Buffer.alloc(32, 7))
  connection = createEdgeConnection({
    db,
    keyring: createKeyring({ instanceId: uuidv7(), master, previous: null }),
  })
  owner = await newTenant()
  stranger = await newTenant()
  ;({ edge } = await newEdge(owner))
})

const askerOf = ({ tenant }: ApiClient) => ({ tenantId: tenant.id, integrationId: 'try' })
const wish = (): EdgeRequest & { timeoutMs: number } => ({
  connector: edge.connector,
  database: 'erp',
  statement: 'open',
  params: {},
  timeoutMs: 5_000,
})
const { signal } = new AbortController()

test('a connector of another tenant does not exist, for every kind of request', async () => {
  const asked = [
    connection.listStatements(askerOf(stranger), edge.connector),
    connection.runStatement(askerOf(stranger), wish(), signal),
    connection.runStatement(askerOf(stranger), { ...wish(), key: 'a-write' }, signal),
  ]
  for (const question of asked) {
    const { kind, message } = await failureOf(question)
    assert.deepEqual([kind, message], ['not_found', 'The connector does not exist.'])
  }
  const jobs = await inspect('select 1 from edge_jobs where connector_id = $1', [
    uuidOf(edge.connector),
  ])
  assert.deepEqual(jobs, [])
})

test('the same requests succeed for its own tenant', async () => {
  assert.deepEqual(await connection.listStatements(askerOf(owner), edge.connector), [])
  const run = connection.runStatement(askerOf(owner), wish(), signal)
  const [job] = await edge.jobs({ wait_ms: 5_000 })
  assert.ok(job)
  await edge.result(job.job, resultOf([[7]]))
  assert.deepEqual((await run).rows, [[7]])
})

test('rows beyond the limit are cut off, and the limit is reported', async () => {
  const run = connection.runStatement(askerOf(owner), wish(), signal)
  const [job] = await edge.jobs({ wait_ms: 5_000 })
  assert.ok(job)
  await edge.result(job.job, resultOf(Array.from({ length: 20_001 }, () => [7])))
  const { rows, truncated, cutAt } = await run
  assert.deepEqual(
    [rows.length, truncated, cutAt],
    [20_000, true, { rows: 20_000, bytes: 2 ** 23 }],
  )
})

test('the caps of a policy are not reported as that limit', async () => {
  const run = connection.runStatement(askerOf(owner), wish(), signal)
  const [job] = await edge.jobs({ wait_ms: 5_000 })
  assert.ok(job)
  await edge.result(job.job, resultOf([[7]], { truncated: true }))
  const { truncated, cutAt } = await run
  assert.deepEqual([truncated, cutAt], [true, undefined])
})
