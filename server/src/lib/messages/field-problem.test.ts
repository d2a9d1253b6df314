import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyError, fieldProblem } from './field-problem.ts'

test('lists at most 20 errors and counts all of them', () => {
  const errors = Array.from({ length: 30 }, (_, index) =>
    bodyError(`/items/${index}`, 'required', 'is required'),
  )
  const problem = fieldProblem('invalid_request', errors)
  assert.equal(problem.details.errors?.length, 20)
  assert.equal(problem.detail, 'items[0] is required (and 29 more; see errors).')
  const counted = fieldProblem('invalid_request', errors.slice(0, 5), { total: 50 })
  assert.equal(counted.detail, 'items[0] is required (and 49 more; see errors).')
})
