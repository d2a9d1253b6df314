// Flat schemas become fields, and all others are answered as JSON.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY_DRAFT, isEmptyDraft, makeAnswer } from './draft-answer.ts'
import { readSchema } from './schema-form.ts'

const address = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City' },
    remark: { type: 'string', maxLength: 500, description: 'For the driver' },
    floor: { type: 'integer' },
    weight: { type: 'number' },
    express: { type: 'boolean' },
    dock: { enum: ['north', 'south'] },
  },
  required: ['city', 'dock'],
}

test('a question without a schema, or for a plain text, has a text field', () => {
  assert.deepEqual(readSchema(null), { kind: 'text' })
  assert.deepEqual(readSchema({ type: 'string' }), { kind: 'text' })
})

test('a flat object has one field per property', () => {
  const form = readSchema(address)
  assert.equal(form.kind, 'object')
  const fields = form.kind === 'object' ? form.fields : []
  assert.deepEqual(
    fields.map(({ name, label, type, isLong, isRequired }) => [
      name,
      label,
      type,
      isLong,
      isRequired,
    ]),
    [
      ['city', 'City', 'text', false, true],
      ['remark', 'remark', 'text', true, false],
      ['floor', 'floor', 'integer', false, false],
      ['weight', 'weight', 'number', false, false],
      ['express', 'express', 'boolean', false, false],
      ['dock', 'dock', 'choice', false, true],
    ],
  )
  assert.deepEqual(fields.at(-1)?.choices, ['north', 'south'])
})

test('a single value has one field', () => {
  const form = readSchema({ type: 'number', title: 'Weight in kg' })
  assert.equal(form.kind, 'value')
  assert.equal(form.kind === 'value' && form.field.label, 'Weight in kg')
})

test('whatever is not flat is answered as JSON', () => {
  const cases = [
    {},
    { type: 'array', items: { type: 'string' } },
    { type: 'object', properties: { a: { type: 'object' } } },
    { type: 'object', properties: { a: { type: ['string', 'null'] } } },
    { type: 'object', properties: { a: { enum: [1, 2] } } },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['b'] },
    { type: 'object', properties: {} },
    { type: 'object', properties: { a: { type: 'string' } }, oneOf: [{}] },
    { anyOf: [{ type: 'string' }] },
  ]
  for (const schema of cases) assert.equal(readSchema(schema).kind, 'json', JSON.stringify(schema))
})

test('a draft makes the answer, or says what is wrong', () => {
  const asked = { kind: 'input', schema: address } as const
  const values = { city: ' Kiel ', dock: 'north', floor: '3', express: 'false', remark: ' ' }
  assert.deepEqual(makeAnswer(asked, { ...EMPTY_DRAFT, values }), {
    answer: { city: 'Kiel', floor: 3, express: false, dock: 'north' },
  })
  assert.deepEqual(makeAnswer(asked, { ...EMPTY_DRAFT, values: { dock: 'north' } }), {
    invalid: 'missing',
    field: 'city',
  })
  const half = { ...values, floor: '1.5' }
  assert.deepEqual(makeAnswer(asked, { ...EMPTY_DRAFT, values: half }), {
    invalid: 'integer',
    field: 'floor',
  })
  const words = { ...values, weight: 'heavy' }
  assert.deepEqual(makeAnswer(asked, { ...EMPTY_DRAFT, values: words }), {
    invalid: 'number',
    field: 'weight',
  })
})

const made = (kind: 'choice' | 'confirmation' | 'input', schema: object | null, part: object) =>
  makeAnswer(
    { kind, schema: schema as Record<string, unknown> | null },
    { ...EMPTY_DRAFT, ...part },
  ) // as the API returns it

test('choices, confirmations, texts and JSON', () => {
  assert.deepEqual(made('choice', null, { chosen: 'ing' }), { answer: 'ing' })
  assert.deepEqual(made('choice', null, {}), { invalid: 'missing' })
  assert.deepEqual(made('confirmation', null, { chosen: 'false' }), { answer: false })
  assert.deepEqual(made('input', null, { text: ' 14:00 ' }), { answer: '14:00' })
  assert.deepEqual(made('input', { type: 'array' }, { text: '[1]' }), { answer: [1] })
  assert.deepEqual(made('input', { type: 'array' }, { text: '[1' }), { invalid: 'json' })
  assert.deepEqual(made('input', { type: 'integer' }, { values: { '': '12' } }), { answer: 12 })
})

test('blanks alone are no draft', () => {
  assert.equal(isEmptyDraft({ ...EMPTY_DRAFT, text: ' ', values: { a: '' } }), true)
  assert.equal(isEmptyDraft({ ...EMPTY_DRAFT, note: 'x' }), false)
})
