// What the parameters of a write get travels as JSON and comes back as it was.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementFace, StatementParam } from '@task-service/contract'
import { isByOutcome, isUnset, paramsToSet, readGiven, writeGiven } from './write-params.ts'

const param = (name: string, more: Partial<StatementParam> = {}): StatementParam => ({
  name,
  type: 'text',
  required: true,
  ...more,
})
const face = (...params: StatementParam[]): StatementFace => ({
  database: 'warehouse',
  engine: 'postgres',
  name: 'close_claim',
  kind: 'write',
  description: '',
  params,
  columns: [],
  max_rows: 1,
  max_bytes: 1_000,
  timeout_ms: 1_000,
})

test('key, version, result, note and number need no value, and neither does the key column', () => {
  const names = ['key', 'claim', 'version', 'note', 'result', 'number', 'status', 'depot']
  const found = paramsToSet(face(...names.map((name) => param(name))), 'claim')
  assert.deepEqual(
    found.map(({ name }) => name),
    ['status', 'depot'],
  )
})

test('entered values are kept, empty ones are not', () => {
  const given = { status: { completed: 'closed', failed: '' }, depot: 'north', note: '' }
  const text = writeGiven(given)
  assert.deepEqual(readGiven(text), { status: { completed: 'closed' }, depot: 'north' })
  assert.equal(writeGiven({ status: { completed: '' } }), '')
})

test('manually typed text that is no JSON has no values', () => {
  assert.deepEqual(readGiven('{"status": '), {})
  assert.deepEqual(readGiven('[1]'), {})
})

test('a parameter by outcome without a value is reported', () => {
  assert.equal(isByOutcome(param('reason', { choices: ['a', 'b'] })), true)
  assert.equal(isUnset(param('reason'), { failed: 'x' }), true)
  assert.equal(isUnset(param('reason'), 'x'), false)
  assert.equal(isUnset(param('status'), undefined), false)
})
