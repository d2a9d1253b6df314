import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../lib/problem.ts'
import { changeHeaders, readHeaders } from './custom-headers.ts'

function refused(pointer: string) {
  return (error: unknown) =>
    error instanceof Problem && error.details.errors?.[0]?.pointer === pointer
}

function many(from: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`x-${from + i}`, 'v']))
}

test('names are kept in small letters', () => {
  assert.deepEqual(readHeaders({ Authorization: 'a', 'X-B': 'c' }), {
    authorization: 'a',
    'x-b': 'c',
  })
})

test('one header in two spellings is refused', () => {
  assert.throws(() => readHeaders({ 'X-A': '1', 'x-a': '2' }), refused('/headers/x-a'))
})

test('a change merges, takes away and clears', () => {
  const before = { 'x-a': '1', 'x-b': '2' }
  assert.deepEqual(changeHeaders(before, { 'X-A': null, 'x-c': '3' }), { 'x-b': '2', 'x-c': '3' })
  assert.deepEqual(changeHeaders(before, null), {})
  assert.deepEqual(changeHeaders(before, {}), before)
})

test('a change may not add up to more than there can be', () => {
  assert.throws(() => changeHeaders(many(0), many(12)), refused('/headers'))
  assert.equal(Object.keys(changeHeaders(many(0), many(8))).length, 20)
})
