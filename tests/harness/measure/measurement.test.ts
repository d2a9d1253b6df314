import assert from 'node:assert/strict'
import { test } from 'node:test'
import { median, medianOf, percentile } from './measurement.ts'

test('the median is the middle, or the mean of the two in the middle', () => {
  assert.equal(median([9, 1, 5]), 5)
  assert.equal(median([4, 1, 3, 100]), 3.5)
})

test('a percentile is the value that part of the sorted values lies below', () => {
  const values = Array.from({ length: 200 }, (_, index) => index)
  assert.equal(percentile(values, 0.5), 100)
  assert.equal(percentile(values, 0.99), 198)
  assert.equal(percentile([7], 0.99), 7)
})

test('one round that was disturbed does not decide, and its errors still count', () => {
  const calm = { perSecond: 100, p50Ms: 1, p99Ms: 2, errors: 0 }
  const disturbed = { perSecond: 5, p50Ms: 50, p99Ms: 900, errors: 3 }
  assert.deepEqual(medianOf([calm, disturbed, calm]), { ...calm, errors: 3 })
})
