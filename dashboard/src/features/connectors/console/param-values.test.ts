// Typed values become what the policy asks for, and invalid ones are reported before anything is sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatementFace, StatementParam } from '@task-service/contract'
import { isComplete, paramsOf, problemOf } from './param-values.ts'

const param = (change: Partial<StatementParam>): StatementParam => ({
  name: 'id',
  type: 'text',
  required: false,
  ...change,
})
const face = (...params: StatementParam[]): StatementFace => ({
  database: 'warehouse',
  engine: 'postgres',
  name: 'open_claims',
  kind: 'read',
  description: '',
  params,
  columns: [],
  max_rows: 10,
  max_bytes: 1_000,
  timeout_ms: 1_000,
})

test('each type is sent as itself', () => {
  const types = ['integer', 'number', 'boolean', 'text', 'date'] as const
  const asked = face(...types.map((type) => param({ name: type, type })))
  const typed = {
    integer: ' 42 ',
    number: '1.5',
    boolean: 'false',
    text: ' a ',
    date: '2026-11-16',
  }
  assert.deepEqual(paramsOf(asked, typed), {
    integer: 42,
    number: 1.5,
    boolean: false,
    text: ' a ',
    date: '2026-11-16',
  })
})

test('an integer that a number cannot hold stays exact', () => {
  const asked = face(param({ name: 'id', type: 'integer' }))
  assert.deepEqual(paramsOf(asked, { id: '9007199254740993' }), { id: '9007199254740993' })
})

test('empty values are not sent, unless they are required', () => {
  const asked = face(param({ name: 'after', type: 'integer' }))
  assert.deepEqual(paramsOf(asked, { after: '' }), {})
  assert.equal(isComplete(asked, {}), true)
  assert.equal(isComplete(face(param({ required: true })), {}), false)
})

test('invalid values are reported', () => {
  assert.equal(problemOf(param({ type: 'integer' }), '1.5'), 'integer')
  assert.equal(problemOf(param({ type: 'number' }), 'many'), 'number')
  assert.equal(problemOf(param({ type: 'uuid' }), '123'), 'uuid')
  assert.equal(problemOf(param({ max_length: 3 }), 'four'), 'tooLong')
  assert.equal(problemOf(param({ required: true }), '  '), 'missing')
  assert.equal(problemOf(param({ type: 'integer' }), '-7'), undefined)
})
