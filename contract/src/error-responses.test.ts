// Error responses are named after their codes, and operations with the same codes share them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createErrorResponses } from './error-responses.ts'
import type { ErrorCode } from './errors.ts'
import type { Operation } from './operation.ts'

const operationWith = (...errors: ErrorCode[]): Operation => ({
  method: 'GET',
  path: '/api/tasks',
  tag: 'Tasks',
  summary: 'List tasks',
  query: Type.Object({}),
  success: {},
  errors,
})

test('the order of the codes does not matter', () => {
  const entries = [
    operationWith('provider_missing', 'credential_required'),
    operationWith('credential_required', 'provider_missing'),
  ] as const
  const { components, of } = createErrorResponses(entries)
  const name = 'CredentialRequiredOrProviderMissing'
  assert.ok(name in components, Object.keys(components).join(', '))
  for (const entry of entries) {
    assert.deepEqual(of(entry)['409'], { $ref: `#/components/responses/${name}` })
  }
})

test('responses that every operation can return are named after their status', () => {
  const { components } = createErrorResponses([operationWith(), operationWith()])
  assert.deepEqual(Object.keys(components), [
    'BadRequest',
    'Forbidden',
    'InternalServerError',
    'MisdirectedRequest',
    'RequestHeaderFieldsTooLarge',
    'RequestTimeout',
    'ServiceUnavailable',
    'TooManyRequests',
    'Unauthorized',
  ])
})
