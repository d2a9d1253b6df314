// What a conflict says about a row becomes lines that people compare.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasChanged, rowDiff } from './row-diff.ts'

const row = (facts: Record<string, string>) => ({
  version: '1',
  facts: Object.entries(facts).map(([name, value]) => ({ name, value })),
})

test('every column is there once, with what it was and what it is', () => {
  const lines = rowDiff(
    row({ id: '7', title: 'Wet', old: 'x' }),
    row({ id: '7', title: 'Dry', more: 'y' }),
  )
  assert.deepEqual(lines, [
    { name: 'id', before: '7', now: '7' },
    { name: 'title', before: 'Wet', now: 'Dry' },
    { name: 'old', before: 'x', now: null },
    { name: 'more', before: null, now: 'y' },
  ])
  assert.deepEqual(lines.map(hasChanged), [false, true, true, true])
})

test('a value that is not a row has no lines', () => {
  for (const shown of [null, 'text', 7, {}, { facts: 'no' }, { facts: [1, null] }]) {
    assert.deepEqual(rowDiff(shown, shown), [])
  }
})
