import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from './backoff.ts'

test('doubles from the first wait up to the maximum, and does not wait without a failure', () => {
  const options = { firstMs: 1_000, maxMs: 5_000 }
  assert.deepEqual(
    [-1, 0, 1, 2, 3, 4, 5_000].map((failures) => backoffMs(failures, options)),
    [0, 0, 1_000, 2_000, 4_000, 5_000, 5_000],
  )
})
