// What an order may be: a name. SQL in one is refused before anything else is checked.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EdgeJobOrder } from '@task-service/contract'
import { parsePolicy } from '#edge/policy/load-policy.ts'
import { laboratoryPolicy } from '../../../tests/harness/edge/edge-site.ts'
import { doJob } from './do-job.ts'

const OLD_BLOCK =
  '    adhoc: {enabled: true, url_env: READER_URL, schemas: [public]}\n    statements:'

const order = (fields: Partial<EdgeJobOrder>): EdgeJobOrder => ({
  job: `job_${'0'.repeat(32)}`,
  attempt: 1,
  database: 'warehouse',
  params: {},
  expires_at: new Date(Date.now() + 60_000).toISOString(),
  ...fields,
})

const tools = {
  policy: parsePolicy(
    'p',
    laboratoryPolicy({ engine: 'postgres' }).replace('    statements:', OLD_BLOCK),
  ),
  driverOf: () => assert.fail('no database hears of it'),
  tokens: { secret: Buffer.alloc(32), keeper: { keep() {}, find: () => undefined } },
  serviceNowMs: Date.now,
}

test('an order with SQL is refused, also where an old policy allowed it', async () => {
  const orders = [
    { sql: 'select 1' },
    { sql: 'select 1', statement: 'open_claims' },
    { sql: 'select 1', database: 'elsewhere' },
    { sql: 'select usename from pg_shadow where exists (with pg_shadow as (select 1) select 1)' },
    { sql: 'select c.bump from claims c' },
  ]
  for (const fields of orders) {
    const { head } = await doJob(order(fields), tools, { wasBegun: false, beforeWrite() {} })
    assert.deepEqual([head.outcome, head.problem?.code], ['refused', 'adhoc_off'])
    assert.match(head.problem?.message ?? '', /task-edge new-statement/)
  }
})

test('an order without a name is refused', async () => {
  const { head } = await doJob(order({}), tools, { wasBegun: false, beforeWrite() {} })
  assert.deepEqual([head.outcome, head.problem?.code], ['refused', 'unknown_statement'])
})
