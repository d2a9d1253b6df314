// When two values of one field count as the same.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSame } from './shadow.ts'

test('what servers do to texts is no change; a change is', () => {
  assert.ok(isSame('description', 'a\r\nb  \n', 'a\nb'))
  assert.ok(!isSame('description', 'a\nb', 'a\n\nb'))
  assert.ok(!isSame('status', '1 ', '1'), 'words are not texts')
})

test('labels are a set', () => {
  assert.ok(isSame('labels', ['a', 'b', 'a'], ['b', 'a']))
  assert.ok(!isSame('labels', ['a'], ['a', 'b']))
})

test('times are moments', () => {
  assert.ok(isSame('due_at', '2026-11-15T00:00:00Z', '2026-11-15T00:00:00.000Z'))
  assert.ok(!isSame('due_at', '2026-11-15T00:00:00Z', null))
})

test('what is not there is not null', () => {
  assert.ok(!isSame('title', undefined, null))
  assert.ok(isSame('custom.7', { a: [1] }, { a: [1] }))
})
