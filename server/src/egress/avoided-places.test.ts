import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAvoidedPlaces } from './avoided-places.ts'

test('an unreachable address is tried last for a while', () => {
  let now = 0
  const places = createAvoidedPlaces(() => now)
  assert.deepEqual(places.order(['a', 'b', 'c']), ['a', 'b', 'c'])
  places.avoid('a')
  assert.deepEqual(places.order(['a', 'b', 'c']), ['b', 'c', 'a'])
  now = 29_999
  places.avoid('b')
  assert.deepEqual(places.order(['a', 'b', 'c']), ['c', 'a', 'b'])
  now = 30_000
  assert.deepEqual(places.order(['a', 'b', 'c']), ['a', 'c', 'b'])
  assert.deepEqual(places.order(['b']), ['b'])
})

test('the number of entries is bounded', () => {
  const places = createAvoidedPlaces(() => 0)
  for (let index = 0; index <= 1_000; index++) places.avoid(`p${index}`)
  assert.deepEqual(places.order(['p0', 'p1']), ['p0', 'p1'])
  assert.deepEqual(places.order(['p1', 'p0']), ['p0', 'p1'])
})
