// Pure rules of values; routes.values.test.ts has every message.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfValues, isDate } from './check-values.ts'

const field = (key: string, type: 'text' | 'number' | 'url') => ({ key, type, choices: [] })

test('only values of defined fields are checked, and null always fits', () => {
  const definitions = [field('amount', 'number'), field('link', 'url')]
  assert.deepEqual(faultsOfValues(definitions, { other: { a: 1 }, amount: null }), [])
  const faults = faultsOfValues(definitions, { amount: '1', link: 'ftp://x' })
  assert.deepEqual(
    faults.map(({ pointer, code }) => [pointer, code]),
    [
      ['/fields/amount', 'invalid_type'],
      ['/fields/link', 'invalid_format'],
    ],
  )
})

test('names of objects are no values', () => {
  assert.deepEqual(faultsOfValues([field('constructor', 'number')], {}), [])
})

test('the limit of a text counts characters', () => {
  const definitions = [field('note', 'text')]
  assert.deepEqual(faultsOfValues(definitions, { note: '\u{1f600}'.repeat(1000) }), [])
  assert.equal(faultsOfValues(definitions, { note: 'x'.repeat(1001) })[0]?.code, 'too_long')
})

test('a date is a day of the calendar', () => {
  for (const day of ['2026-02-28', '2028-02-29', '0001-01-01']) assert.ok(isDate(day), day)
  for (const day of ['2026-02-29', '2026-13-01', '0000-01-01', '2026-1-1', 'today']) {
    assert.ok(!isDate(day), day)
  }
})
