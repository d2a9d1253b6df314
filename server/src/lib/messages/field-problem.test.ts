import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyError, fieldProblem, unknownField } from './field-problem.ts'

test('lists at most 20 errors and counts all of them', () => {
  const errors = Array.from({ length: 30 }, (_, index) =>
    bodyError(`/items/${index}`, 'required', 'is required'),
  )
  const problem = fieldProblem('invalid_request', errors)
  assert.equal(problem.details.errors?.length, 20)
  assert.equal(
    problem.detail,
    'items[0] is required (and 29 more: items[1], items[2], items[3], …; see errors).',
  )
  const counted = fieldProblem('invalid_request', errors.slice(0, 5), { total: 50 })
  assert.equal(
    counted.detail,
    'items[0] is required (and 49 more: items[1], items[2], items[3], …; see errors).',
  )
  const twice = fieldProblem(
    'invalid_request',
    [errors[0], errors[0]].flatMap((one) => one ?? []),
  )
  assert.equal(twice.detail, 'items[0] is required (and 1 more; see errors).')
})

test('punctuates questions and statements', () => {
  const missing = bodyError('/title', 'required', 'is required')
  const unknown = unknownField('/titel', 'titel', ['title', 'status'])
  const detailOf = (...errors: (typeof missing)[]) => fieldProblem('invalid_request', errors).detail
  assert.equal(detailOf(missing), 'title is required.')
  assert.equal(detailOf(missing, unknown), 'title is required (and 1 more: titel; see errors).')
  assert.equal(
    detailOf(unknown),
    'Unknown field "titel". Did you mean "title"? Allowed: title, status.',
  )
  assert.equal(
    detailOf(unknown, missing),
    'Unknown field "titel". Did you mean "title"? (And 1 more: title; see errors.) Allowed: title, status.',
  )
})
