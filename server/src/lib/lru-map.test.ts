import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLruMap } from './lru-map.ts'

test('keeps what was written last', () => {
  const map = createLruMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [3, undefined, 4])
  map.delete('a')
  assert.equal(map.has('a'), false)
})
