import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceMs } from './pace.ts'

test('looks are close together at first and never far apart', () => {
  assert.deepEqual([0, 80, 800, 2_000, 3_600_000].map(paceMs), [10, 10, 100, 250, 250])
})
