// Filters as SQL: values are parameters, and the tenant filter is the application's own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFieldFilter } from '@task-service/contract'
import { testApi } from '../../../../tests/harness/test-api.ts'
import { readConditions, toSql } from './conditions.ts'

const tenantId = '019301a2-b3c4-7d5e-8f90-000000000000'
const id = '019301a2-b3c4-7d5e-8f90-000000000001'

async function sqlOf(type: 'text' | 'number' | 'date', ...filters: string[]) {
  const { db } = await testApi()
  const field = { id, key: 'x', type, choices: [] }
  const conditions = readConditions(field, filters.map(parseFieldFilter))
  return db.tenantRead(tenantId, async (tx) => conditions.map((one) => toSql(tx, one)))
}

test('values are sent as parameters, and rows are those of the tenant', async () => {
  const hostile = `'; drop table tasks; --`
  const [condition] = await sqlOf('text', `x:is:${hostile}`)
  assert.ok(!condition?.text.includes('drop'))
  assert.match(condition?.text ?? '', /d\.tenant_id = /)
  for (const value of [hostile, tenantId, id]) assert.ok(condition?.values.includes(value))
})

test('several values of one field are one condition, bounds another', async () => {
  assert.equal((await sqlOf('number', 'x:is:1', 'x:is:2', 'x:from:1', 'x:to:3')).length, 2)
})

test('of bounds in one direction the narrowest counts', async () => {
  const [condition] = await sqlOf(
    'date',
    'x:from:2026-01-01',
    'x:from:2026-02-01',
    'x:to:2026-03-01',
  )
  assert.ok(condition?.values.includes('2026-02-01'))
  assert.ok(!condition?.values.includes('2026-01-01'))
  assert.ok(condition?.values.includes('2026-03-01'))
  const [upper] = await sqlOf('number', 'x:to:5', 'x:to:3', 'x:to:9')
  assert.ok(upper?.values.includes(3))
})

test('a value may have colons', async () => {
  const [condition] = await sqlOf('text', 'x:is:https://example.com:8080')
  assert.ok(condition?.values.includes('https://example.com:8080'))
})
