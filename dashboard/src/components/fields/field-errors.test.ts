// Errors of a form: at the fields that have them, and above the form.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { FieldError } from '@task-service/contract'
import i18next from 'i18next'
import { Problem } from '#api/problem.ts'
import { fieldErrors, formError } from './field-errors.ts'

const common = {
  required: 'Required.',
  checkFields_one: 'Check the highlighted field.',
  checkFields_other: 'Check the {{count}} highlighted fields.',
}
before(async () => {
  await i18next.init({ lng: 'en', defaultNS: 'common', resources: { en: { common } } })
})

const at = (pointer: string, code: FieldError['code'], message: string): FieldError => ({
  in: 'body',
  pointer,
  code,
  message,
})
const problem = (...errors: FieldError[]) =>
  new Problem({
    code: 'invalid_request',
    status: 400,
    title: 'Invalid request',
    detail: 'url: must not be empty.',
    errors,
  })

test('an error is a sentence at its field, without the name of the field in the API', () => {
  const errorAt = fieldErrors(
    problem(
      at('/url', 'too_short', 'must not be empty'),
      at('/name', 'required', 'is required'),
      at('/event_types/0', 'invalid_value', 'must be one of a, b. Did you mean "a"?'),
      at('/description', 'too_long', 'is too long: 3,000 characters, maximum 500'),
    ),
  )
  assert.equal(errorAt('/url'), 'Required.')
  assert.equal(errorAt('/name'), 'Required.')
  assert.equal(errorAt('/event_types'), 'Must be one of a, b. Did you mean "a"?')
  assert.equal(errorAt('/description'), 'Is too long: 3,000 characters, maximum 500.')
  assert.equal(errorAt('/filter'), undefined)
  assert.equal(fieldErrors(new Error('broken'))('/url'), undefined)
})

test('the notice does not repeat what a field shows', () => {
  const one = problem(at('/url', 'too_short', 'must not be empty'))
  assert.equal(formError(one, ['/url']), 'Check the highlighted field.')
  const two = problem(at('/url', 'required', 'is required'), at('/a', 'required', 'is required'))
  assert.equal(formError(two, ['/url', '/a']), 'Check the 2 highlighted fields.')
})

test('the notice shows what no field can show', () => {
  assert.equal(formError(new Error('Can’t reach the server.'), ['/url']), 'Can’t reach the server.')
  assert.equal(formError(problem(), ['/url']), 'url: must not be empty.')
  const hidden = problem(at('/limit', 'invalid_value', 'must be at most 5'))
  assert.equal(formError(hidden, ['/url']), 'url: must not be empty.', 'the detail names its field')
})
