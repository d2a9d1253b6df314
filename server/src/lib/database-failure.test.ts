// A transient database failure is never reported as the caller's error, and a violated constraint is never transient.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codeOf,
  constraintOf,
  DatabaseUnavailable,
  isRepeatable,
  isUnavailable,
} from './database-failure.ts'

const failure = (code: string) => Object.assign(new Error('database'), { code })

test('lost connections, full servers, shutdowns and serialization failures are transient', () => {
  const codes = ['08006', '53300', '57P01', '57014', '58030', '25006', '55P03', '40001', '40P01']
  for (const code of [...codes, 'XX000', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']) {
    assert.ok(isUnavailable(failure(code)), code)
  }
  for (const text of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Client has encountered a connection error and is not queryable',
  ]) {
    assert.ok(isUnavailable(new Error(text)), text)
  }
  assert.ok(isUnavailable(new DatabaseUnavailable('the commit may not have been replicated')))
})

test('constraint violations, invalid statements and bugs are not transient', () => {
  for (const code of ['23505', '23503', '23514', '22021', '42P01', '42501', 'P0001']) {
    assert.ok(!isUnavailable(failure(code)), code)
  }
  for (const error of [new Error('boom'), new TypeError('x is undefined'), null, undefined, 'x']) {
    assert.ok(!isUnavailable(error))
  }
})

test('only serialization failures and deadlocks are retried immediately', () => {
  const repeated = ['40001', '40P01', '55P03', '08006', '23505'].filter((code) =>
    isRepeatable(failure(code)),
  )
  assert.deepEqual(repeated, ['40001', '40P01'])
})

test('code and constraint can be read from any thrown value', () => {
  const error = Object.assign(failure('23505'), { constraint: 'tasks_number' })
  assert.deepEqual([codeOf(error), constraintOf(error)], ['23505', 'tasks_number'])
  for (const odd of [null, undefined, 'text', {}, { code: 5, constraint: 5 }]) {
    assert.deepEqual([codeOf(odd), constraintOf(odd)], ['', ''])
  }
})
