import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeNewest } from './merge-newest.ts'

const list = (times: readonly string[], hasMore = false) => ({
  items: times.map((at) => ({ created_at: at })),
  hasMore,
})
const merge = (...lists: ReturnType<typeof list>[]) => {
  const { items, next } = mergeNewest(lists)
  return [items.map(({ created_at: at }) => at).join(''), next]
}

test('whole lists are merged by time', () => {
  assert.deepEqual(merge(list(['7', '3']), list(['5', '1'])), ['7531', undefined])
  assert.deepEqual(merge(list([]), list([])), ['', undefined])
})

test('nothing is shown below the end of what is loaded', () => {
  assert.deepEqual(merge(list(['7', '4'], true), list(['5', '3', '1'])), ['754', 0])
  assert.deepEqual(merge(list(['7', '2'], true), list(['5', '4'], true)), ['754', 1])
  assert.deepEqual(merge(list([], true), list(['5'])), ['', 0])
})
