import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTyped } from './read-typed.ts'

test('numbers are read with a comma or a point', () => {
  assert.deepEqual(readTyped('number', ' 1 248,5 '), { value: 1248.5 })
  assert.deepEqual(readTyped('number', '-3e2'), { value: -300 })
  assert.deepEqual(readTyped('number', 'ten'), { fault: 'number' })
  assert.deepEqual(readTyped('number', '1,000,000'), { fault: 'number' })
})

test('a URL does not need its scheme, and has no other than that of the web', () => {
  assert.deepEqual(readTyped('url', 'example.com/a'), { value: 'https://example.com/a' })
  assert.deepEqual(readTyped('url', 'http://x'), { value: 'http://x' })
  assert.deepEqual(readTyped('url', 'javascript:alert(1)'), { fault: 'url' })
  assert.deepEqual(readTyped('url', 'a b'), { fault: 'url' })
})

test('nothing clears the value', () => {
  for (const type of ['text', 'number', 'date', 'url'] as const) {
    assert.deepEqual(readTyped(type, '  '), { value: null })
  }
  assert.deepEqual(readTyped('date', '2026-1-1'), { fault: 'date' })
  assert.deepEqual(readTyped('text', ' Acme '), { value: 'Acme' })
})
