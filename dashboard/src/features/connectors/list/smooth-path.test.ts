// The line of a card goes through its values and invents none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { smoothPath } from './smooth-path.ts'

const heightsOf = (path: string): number[] =>
  [...path.matchAll(/[\d.]+ ([\d.]+)/g)].map((found) => Number(found[1]))

test('nothing is drawn above the highest or below the lowest value', () => {
  for (const values of [
    [0, 90, 0, 90, 3, 0],
    [5, 5, 5],
    [0, 0, 1_000_000],
  ]) {
    for (const height of heightsOf(smoothPath(values, 336, 56))) {
      assert.ok(height >= 2 && height <= 54, `${height}`)
    }
  }
})

test('it begins at the first value and ends at the last', () => {
  const path = smoothPath([10, 0], 336, 56)
  assert.match(path, /^M0\.0 2\.0/)
  assert.match(path, /336\.0 54\.0$/)
})

test('without values there is no line', () => {
  assert.equal(smoothPath([], 336, 56), '')
})
