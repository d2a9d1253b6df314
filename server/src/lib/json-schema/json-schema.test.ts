// JSON Schemas of callers: what is accepted, which errors a value has, and that no schema takes long.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { checkSchema } from './check-schema.ts'
import { validateValue } from './validate-value.ts'

const messages = (schema: Record<string, unknown>, value: unknown) =>
  validateValue(schema, value, '/answer').map(({ pointer, message }) => `${pointer} ${message}`)

describe('checkSchema', () => {
  const refund = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      amount: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.01 },
      iban: { type: 'string', pattern: '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$' },
      lines: { type: 'array', items: { $ref: '#/$defs/line' }, maxItems: 3 },
    },
    required: ['amount'],
    additionalProperties: false,
    $defs: { line: { enum: ['a', 'b', null] } },
  }
  test('accepts what is usual', () => assert.equal(checkSchema(refund), undefined))

  const refused: [string, unknown, RegExp][] = [
    ['a list', [], /must be an object/],
    ['an unknown type', { type: 'text' }, /`\/type` must be one of string/],
    ['a reference to another document', { $ref: 'https://example.com/x.json' }, /`\/\$ref` must/],
    ['a reference to a file', { items: { $ref: 'file:///etc/passwd' } }, /`\/items\/\$ref` must/],
    ['a reference to nothing', { $ref: '#/$defs/none' }, /`\/\$ref` must/],
    ['a reference to the prototype', { $ref: '#/$defs/constructor', $defs: {} }, /must be/],
    ['groups in a pattern', { pattern: '^(a+)+$' }, /groups or alternatives/],
    ['a lookahead', { pattern: '(?=a)' }, /groups/],
    ['a back reference', { pattern: 'a\\1' }, /not supported/],
    ['a large repetition', { pattern: 'a{900}' }, /repeat more than 500/],
    ['an invalid class', { pattern: '[z-a]' }, /invalid character class/],
    ['unevaluated properties', { unevaluatedProperties: false }, /not supported/],
    ['a negative length', { minLength: -1 }, /integer of 0 or more/],
    ['names that are not text', { required: [1] }, /list of names/],
    ['a property that is no schema', { properties: { a: 1 } }, /`\/properties\/a` must be a sch/],
    ['too much text', { description: 'x'.repeat(17_000) }, /too large: 17,0.. bytes/],
    ['deep nesting', JSON.parse(`${'{"not":'.repeat(40)}{}${'}'.repeat(40)}`), /32 levels/],
  ]
  for (const [what, schema, expected] of refused) {
    test(`rejects ${what}`, () => assert.match(checkSchema(schema) ?? '', expected))
  }
})

describe('validateValue', () => {
  test('reports each error where it is', () => {
    const schema = {
      type: 'object',
      properties: { amount: { type: 'number', minimum: 1 }, to: { enum: ['A', 'B'] } },
      required: ['amount', 'reason'],
      additionalProperties: false,
    }
    assert.deepEqual(messages(schema, { amount: 0, to: 'C', amuont: 1 }), [
      '/answer/reason is required',
      '/answer/amount must be 1 or more',
      '/answer/to must be one of "A", "B"',
      '/answer/amuont unknown field "amuont". Did you mean "amount"?',
    ])
    assert.deepEqual(messages(schema, 'x'), ['/answer must be an object'])
  })

  test('follows references, also recursive ones', () => {
    const schema = {
      $ref: '#/$defs/node',
      $defs: {
        node: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/node' }, id: { type: 'integer' } },
        },
      },
    }
    assert.deepEqual(messages(schema, { next: { next: { id: 1 } } }), [])
    assert.deepEqual(messages(schema, { next: { next: { id: 'x' } } }), [
      '/answer/next/next/id must be an integer',
    ])
  })

  test('lists at most 20 errors', () => {
    const values = Array.from({ length: 500 }, () => 'x')
    assert.equal(messages({ items: { type: 'number' } }, values).length, 20)
  })

  const names = { ['__proto__']: 1, constructor: 2 }
  test('treats names of the prototype as any other', () => {
    assert.deepEqual(messages({ properties: {}, additionalProperties: false }, names).length, 2)
    assert.deepEqual(messages({ required: ['toString'] }, {}), ['/answer/toString is required'])
  })
})

describe('agrees with a complete validator', () => {
  const ajv = new Ajv2020({ strict: false })
  const schemas: Record<string, unknown>[] = [
    { type: ['string', 'null'], minLength: 2, maxLength: 3 },
    { type: 'integer', multipleOf: 5, maximum: 20, exclusiveMinimum: 0 },
    { enum: [1, 'a', null, { a: [1, 2] }] },
    { const: { b: 1, a: 0 } },
    { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
    { uniqueItems: true },
    { contains: { type: 'number' }, minContains: 2, maxContains: 3 },
    { properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false },
    { patternProperties: { '^x-': { type: 'number' } }, additionalProperties: { type: 'string' } },
    { propertyNames: { maxLength: 1 }, minProperties: 1, maxProperties: 2 },
    { dependentRequired: { a: ['b'] } },
    { anyOf: [{ type: 'string' }, { type: 'number', minimum: 3 }] },
    { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'array' }] },
    { not: { type: 'string' }, if: { type: 'number' }, else: { required: ['a'] } },
    { allOf: [{ minLength: 1 }, { pattern: '^[a-c]+\\d?$' }] },
    { pattern: 'b.d' },
  ]
  const values = JSON.parse(`[
    null, true, 0, -0, 1, 1.5, 5, 15, 25, "", "a", "ab", "abc1", "abcd", "xbäd", "🙂🙂",
    [], [1, 2], ["a", 1], ["a", "b"], [1, 1], [[1], [1]], [{ "a": 1 }, { "a": 1 }], [1, 2, 3, 4],
    {}, { "a": 1 }, { "a": 0, "b": 1 }, { "a": [1, 2] }, { "x-1": 1 }, { "x-1": "a" }, { "abc": "" }
  ]`) as unknown[] // an array
  for (const schema of schemas) {
    test(JSON.stringify(schema), () => {
      assert.equal(checkSchema(schema), undefined)
      const isValid = ajv.compile(schema)
      for (const value of values) {
        const expected = isValid(value)
        assert.equal(messages(schema, value).length === 0, expected, JSON.stringify(value))
      }
    })
  }
})

describe('time is bounded', () => {
  const nested = { anyOf: [{ items: { $ref: '#' } }, { items: { $ref: '#' } }], minItems: 1 }
  const deep = JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`)
  const cases: [string, Record<string, unknown>, unknown][] = [
    ['adjacent quantifiers', { pattern: `^${'a*'.repeat(100)}b$` }, 'a'.repeat(64_000)],
    ['a loop of references', { $ref: '#' }, 1],
    ['alternatives at every level', nested, deep],
    [
      'a long list of values',
      { items: { enum: Array.from({ length: 3_000 }, (_, index) => index) } },
      Array.from({ length: 30_000 }, () => -1.5),
    ],
    ['many names for a pattern', { patternProperties: { '^[a-z]{400}$': true } }, manyNames()],
  ]
  for (const [what, schema, value] of cases) {
    test(what, () => {
      assert.equal(checkSchema(schema), undefined)
      const start = performance.now()
      const found = messages(schema, value)
      const ms = performance.now() - start
      assert.ok(ms < 2_000, `took ${Math.round(ms)} ms`)
      if (what !== 'many names for a pattern') assert.notEqual(found.length, 0)
    })
  }
})

function manyNames() {
  return Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`${'a'.repeat(399)}${index}`, 1]),
  )
}
