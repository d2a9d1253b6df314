import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latencyPath } from './latency-path.ts'

test('goes through the middle of each hour, the ceiling at the top', () => {
  assert.equal(latencyPath([0, 100, 200], 200), 'M0.5 100h0.01L1.5 50L2.5 0')
})

test('is interrupted by hours without a value, and a single hour is a dot', () => {
  assert.equal(latencyPath([null, 50, null, null, 0, 0], 100), 'M1.5 50h0.01M4.5 100h0.01L5.5 100')
  assert.equal(latencyPath([null, null], 4), '')
})
