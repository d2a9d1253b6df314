import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoize } from './memoize.ts'

test('computes once per text, up to the maximum number of entries', () => {
  const asked: string[] = []
  const lengthOf = memoize((text) => asked.push(text) && text.length, 2)
  assert.deepEqual(['a', 'bb', 'a', 'bb'].map(lengthOf), [1, 2, 1, 2])
  assert.deepEqual(asked, ['a', 'bb'])
  lengthOf('ccc')
  assert.deepEqual([lengthOf('a'), asked], [1, ['a', 'bb', 'ccc', 'a']])
})
