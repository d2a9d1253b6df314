import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@task-service/kit'
import { syncBackoffMs } from './sync-backoff.ts'

test('the wait doubles, up to an hour', () => {
  assert.deepEqual(
    [1, 2, 3].map((n) => syncBackoffMs(n)),
    [5_000, 10_000, 20_000],
  )
  assert.equal(syncBackoffMs(100), 3_600_000)
})

test('Retry-After of the vendor takes precedence, up to a day', () => {
  assert.equal(syncBackoffMs(9, new Failure('rate_limited', '', { retryAfterMs: 61_000 })), 61_000)
  assert.equal(
    syncBackoffMs(1, new Failure('rate_limited', '', { retryAfterMs: 1e12 })),
    86_400_000,
  )
  assert.equal(syncBackoffMs(1, new Failure('transient', '', { retryAfterMs: 30_000 })), 30_000)
})

test('a failure that needs attention is not retried every few seconds', () => {
  assert.equal(syncBackoffMs(1, new Failure('forbidden', '')), 300_000)
})
