// Delays between attempts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delayOf, parseRetryAfter, resolveRetry } from './retry.ts'

test('the limit of the delay doubles, and delays are spread below it', () => {
  const policy = resolveRetry({ baseDelayMs: 100, maxDelayMs: 1_000 })
  for (const [attempt, limit] of [
    [1, 100],
    [2, 200],
    [4, 800],
    [6, 1_000],
  ] as const) {
    const delays = Array.from({ length: 500 }, () => delayOf(attempt, 0, undefined, policy) ?? -1)
    assert.ok(delays.every((delay) => delay >= 0 && delay <= limit))
    assert.ok(Math.max(...delays) > limit * 0.9 && Math.min(...delays) < limit * 0.1, 'full jitter')
  }
})

test('there is a last retry, and a time for all of them', () => {
  const policy = resolveRetry({ maxRetries: 2, maxElapsedMs: 10_000 })
  assert.equal(typeof delayOf(2, 0, undefined, policy), 'number')
  assert.equal(delayOf(3, 0, undefined, policy), undefined)
  assert.equal(delayOf(1, 5_000, 6_000, policy), undefined)
  assert.ok((delayOf(1, 0, 6_000, policy) ?? 0) >= 6_000)
})

test('a call overrides the client field by field, or disables retries', () => {
  const client = { maxRetries: 9, baseDelayMs: 7 }
  assert.deepEqual(
    [resolveRetry(client, { maxRetries: 1 }), resolveRetry(client, false)].map(
      ({ maxRetries, baseDelayMs }) => [maxRetries, baseDelayMs],
    ),
    [
      [1, 7],
      [0, 7],
    ],
  )
  assert.equal(resolveRetry({ maxRetries: undefined }).maxRetries, resolveRetry().maxRetries)
})

test('Retry-After is seconds or a date', () => {
  const now = Date.parse('2026-11-18T21:00:00Z')
  assert.equal(parseRetryAfter('3', now), 3_000)
  assert.equal(parseRetryAfter('Wed, 18 Nov 2026 21:00:05 GMT', now), 5_000)
  assert.equal(parseRetryAfter('Wed, 18 Nov 2026 20:00:00 GMT', now), 0)
  for (const text of [null, '', 'soon']) assert.equal(parseRetryAfter(text, now), undefined)
})
