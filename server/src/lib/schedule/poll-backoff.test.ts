import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollBackoffMs } from './poll-backoff.ts'

test('polls are frequent at first and never far apart', () => {
  assert.deepEqual([0, 80, 800, 2_000, 3_600_000].map(pollBackoffMs), [10, 10, 100, 250, 250])
})
