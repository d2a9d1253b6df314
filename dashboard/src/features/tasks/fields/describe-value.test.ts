import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeDate, describeValue } from './describe-value.ts'

const choices = [{ value: 'high', label: 'High', archived: true }]
const shown = (type: 'text' | 'number' | 'date' | 'choice' | 'person' | 'url', value: unknown) =>
  describeValue({ type, choices }, value, 'en-US')

test('values are shown by their type', () => {
  assert.equal(shown('number', 1248.5), '1,248.5')
  assert.equal(shown('choice', 'high'), 'High')
  assert.equal(shown('date', '2026-02-01'), 'Feb 1, 2026')
  assert.equal(shown('url', 'https://www.example.com/a/'), 'example.com/a')
  assert.equal(shown('text', 'Acme'), 'Acme')
})

test('a value that does not fit is shown as it is', () => {
  assert.equal(shown('number', 'ten'), 'ten')
  assert.equal(shown('choice', 'gone'), 'gone')
  assert.equal(shown('text', { any: 1 }), '{"any":1}')
  assert.equal(describeDate('soon', 'en'), 'soon')
  assert.equal(shown('text', null), '')
})
