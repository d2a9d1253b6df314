// A line ends at the last hour or day that is over.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countPastBuckets } from './past-buckets.ts'

test('the current hour is left out, in every series of a chart', () => {
  assert.equal(countPastBuckets([3, 5, 1]), 2)
  assert.equal(countPastBuckets([0, 0, 4], [0, 1, 0]), 2)
})

test('a new workspace shows its first hour', () => {
  assert.equal(countPastBuckets([0, 0, 4], [0, 0, 1]), 3)
  assert.equal(countPastBuckets([0, 0, 0]), 3)
  assert.equal(countPastBuckets([]), 0)
})
