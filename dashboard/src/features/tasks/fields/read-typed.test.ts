import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTyped, writeNumber } from './read-typed.ts'

const number = (typed: string, locale = 'en') => readTyped('number', typed, locale)

test('a number is read as the language writes it', () => {
  assert.deepEqual(number('1,234'), { value: 1234 })
  assert.deepEqual(number('1,234', 'de'), { value: 1.234 })
  assert.deepEqual(number('1.234'), { value: 1.234 })
  assert.deepEqual(number('1.234', 'de'), { value: 1234 })
  assert.deepEqual(number('1.000.000,25', 'de'), { value: 1_000_000.25 })
  assert.deepEqual(number('1,000,000.25'), { value: 1_000_000.25 })
  assert.deepEqual(number('1’234.5', 'de-CH'), { value: 1234.5 })
})

test('where only one reading fits, both separators do', () => {
  assert.deepEqual(number(' 1\u202f248,5 '), { value: 1248.5 })
  assert.deepEqual(number('1 248.5', 'de'), { value: 1248.5 })
  assert.deepEqual(number('0,125'), { value: 0.125 })
  assert.deepEqual(number('-3e2'), { value: -300 })
})

test('what is no number is not made one', () => {
  for (const typed of ['ten', '1_000', '0x10', '1.2.3', '1,2.3', '1.248,5', '1e999', '-', '.']) {
    assert.deepEqual(number(typed), { fault: 'number' }, typed)
  }
})

test('a stored number stays the same when it is opened and saved', () => {
  for (const locale of ['en', 'de', 'de-CH', 'de-AT']) {
    for (const value of [1.234, -1248.5, 0.001, 1e21, 1e-7, 1234]) {
      assert.deepEqual(number(writeNumber(value, locale), locale), { value }, locale)
    }
  }
})

test('a URL does not need its scheme, and has no other than that of the web', () => {
  assert.deepEqual(readTyped('url', 'example.com/a', 'en'), { value: 'https://example.com/a' })
  assert.deepEqual(readTyped('url', 'http://x', 'en'), { value: 'http://x' })
  assert.deepEqual(readTyped('url', 'javascript:alert(1)', 'en'), { fault: 'url' })
  assert.deepEqual(readTyped('url', 'a b', 'en'), { fault: 'url' })
})

test('nothing clears the value', () => {
  for (const type of ['text', 'number', 'date', 'url'] as const) {
    assert.deepEqual(readTyped(type, '  ', 'en'), { value: null })
  }
  assert.deepEqual(readTyped('date', '2026-1-1', 'en'), { fault: 'date' })
  assert.deepEqual(readTyped('text', ' Acme ', 'en'), { value: 'Acme' })
})
