import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '@task-service/kit'
import { restMs } from './rest.ts'

test('longer and longer, at most an hour', () => {
  assert.deepEqual(
    [1, 2, 3].map((n) => restMs(n)),
    [5_000, 10_000, 20_000],
  )
  assert.equal(restMs(100), 3_600_000)
})

test('a vendor who says when is believed, within a day', () => {
  assert.equal(restMs(9, new Failure('rate_limited', '', { retryAfterMs: 61_000 })), 61_000)
  assert.equal(restMs(1, new Failure('rate_limited', '', { retryAfterMs: 1e12 })), 86_400_000)
  assert.equal(restMs(1, new Failure('transient', '', { retryAfterMs: 30_000 })), 30_000)
})

test('what people have to mend is not asked for every few seconds', () => {
  assert.equal(restMs(1, new Failure('forbidden', '')), 300_000)
})
