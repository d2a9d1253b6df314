// Values of every kind, right and wrong.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkParams, ParamRefused } from './check-params.ts'
import type { ParamPolicy, ParamType } from './policy.ts'

const param = (type: ParamType, more: Partial<ParamPolicy> = {}): ParamPolicy => ({
  name: 'p',
  type,
  maxLength: 10,
  putsValuesBack: false,
  ...more,
})

const right: [ParamType, unknown, unknown][] = [
  ['text', 'a', 'a'],
  ['integer', 5, 5],
  ['integer', '9007199254740993', '9007199254740993'],
  ['integer', '-7', -7],
  ['number', 1.5, 1.5],
  ['number', '0.10', '0.10'],
  ['boolean', false, false],
  ['date', '2024-02-29', '2024-02-29'],
  ['timestamp', '2026-01-31T12:00:00.5Z', '2026-01-31T12:00:00.5Z'],
  ['uuid', '019301A2-b3c4-7d5e-8f90-a1b2c3d4e5f6', '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6'],
]
const wrong: [ParamType, unknown][] = [
  ['text', 5],
  ['text', 'too long for it'],
  ['text', 'a\0b'],
  ['text', '\ud800'],
  ['text', ['a']],
  ['text', { toString: 'a' }],
  ['integer', '1 or 1=1'],
  ['integer', 1.5],
  ['integer', '9223372036854775808'],
  ['integer', 2 ** 60],
  ['integer', true],
  ['number', 'NaN'],
  ['number', Number.POSITIVE_INFINITY],
  ['boolean', 'true'],
  ['date', '2026-02-30'],
  ['timestamp', '2026-01-31'],
  ['timestamp', '2026-01-31T25:00:00Z'],
  ['uuid', 'x'],
]

describe('a parameter', () => {
  for (const [type, given, read] of right) {
    test(`of type ${type} takes ${JSON.stringify(given)}`, () => {
      assert.equal(checkParams([param(type)], { p: given }).get('p'), read)
    })
  }
  for (const [type, given] of wrong) {
    test(`of type ${type} refuses ${JSON.stringify(given)}`, () => {
      assert.throws(() => checkParams([param(type)], { p: given }), ParamRefused)
    })
  }
})

test('nothing but what is declared is taken, whatever its name', () => {
  for (const name of ['q', 'constructor', '__proto__', 'toString']) {
    const given = JSON.parse(`{"p": 1, "${name}": 1}`) as Record<string, unknown>
    assert.throws(() => checkParams([param('integer')], given), ParamRefused, name)
  }
})

test('a parameter that is left out has its default, or is missing', () => {
  assert.throws(() => checkParams([param('integer')], {}), ParamRefused)
  assert.throws(() => checkParams([param('integer', { name: 'toString' })], {}), ParamRefused)
  assert.equal(checkParams([param('integer', { defaultValue: 7 })], {}).get('p'), 7)
  assert.throws(
    () => checkParams([param('integer', { defaultValue: 7 })], { p: null }),
    ParamRefused,
  )
  assert.equal(checkParams([param('integer', { defaultValue: null })], { p: null }).get('p'), null)
})

test('a refusal never repeats the value', () => {
  assert.throws(
    () => checkParams([param('integer')], { p: 'secret-value' }),
    (error: Error) => !error.message.includes('secret-value'),
  )
})
