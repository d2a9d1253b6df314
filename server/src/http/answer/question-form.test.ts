// Forms of questions: which fields they have, and which answer comes out.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Question } from '@task-service/contract'
import { answerOf, fieldsOf, readValues } from './question-form.ts'

const question = (parts: Partial<Question>): Question =>
  ({ kind: 'input', schema: null, options: null, ...parts }) as Question // the form needs no more

const controls = (schema: Record<string, unknown>) =>
  fieldsOf(question({ schema })).map(({ label, control, isRequired }) => [
    label,
    control,
    isRequired,
  ])

const read = (schema: Record<string, unknown> | null, form: string) =>
  answerOf(fieldsOf(question({ schema })), readValues(form))

const refund = {
  type: 'object',
  properties: {
    amount: { type: 'number', title: 'Amount' },
    reason: { type: 'string' },
    isFinal: { type: 'boolean' },
    account: { enum: ['A-1', 2] },
  },
  required: ['amount'],
  additionalProperties: false,
}

describe('fieldsOf', () => {
  test('has one field for each scalar of a flat schema', () => {
    assert.deepEqual(controls(refund), [
      ['Amount', 'number', true],
      ['reason', 'text', false],
      ['isFinal', 'choice', false],
      ['account', 'choice', false],
    ])
  })

  const others: [string, Record<string, unknown>, string][] = [
    ['text', { type: 'string' }, 'text'],
    ['a number', { type: 'integer' }, 'number'],
    ['nested objects', { type: 'object', properties: { a: { type: 'object' } } }, 'json'],
    ['lists', { type: 'array', items: { type: 'string' } }, 'json'],
    ['alternatives', { ...refund, anyOf: [{}] }, 'json'],
    ['an object without properties', { type: 'object', properties: {} }, 'json'],
  ]
  for (const [what, schema, control] of others) {
    test(`has one field for ${what}`, () =>
      assert.deepEqual(
        controls(schema).map(([, found]) => found),
        [control],
      ))
  }
})

describe('answerOf', () => {
  test('reads each field by its type and leaves out empty ones', () => {
    const form = 'field-0=12.5&field-1=&field-2=1&field-3=1&other=x'
    assert.deepEqual(read(refund, form), { amount: 12.5, isFinal: false, account: 2 })
    assert.deepEqual(read(refund, 'field-0=twelve'), { amount: 'twelve' })
    assert.deepEqual(read(refund, 'field-2=7'), {})
  })

  test('reads text with line breaks of the page, and JSON', () => {
    assert.equal(read(null, 'answer=a%0D%0Ab'), 'a\nb')
    assert.deepEqual(read({ type: 'array' }, 'answer=[1,{"a":null}]'), [1, { a: null }])
    assert.throws(() => read({ type: 'array' }, 'answer=[1,'), { code: 'malformed_body' })
    assert.throws(() => read({ type: 'array' }, 'answer={"__proto__":1}'), {
      code: 'malformed_body',
    })
    assert.throws(() => read(null, ''), { code: 'answer_invalid' })
  })
})
