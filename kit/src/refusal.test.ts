// Statuses and headers as vendors send them, and the failure that the host gets to see.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RateLimitHeaders } from './manifest.ts'
import { plainText, refusal } from './refusal.ts'

const now = new Date('2026-11-15T12:00:00Z')
const limits: RateLimitHeaders[] = [
  {
    remaining: 'X-RateLimit-Remaining',
    reset: { header: 'X-RateLimit-Reset', unit: 'epoch_seconds' },
  },
]
const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: '',
})
const epoch = (seconds: number) => String(now.getTime() / 1000 + seconds)

const waitOf = (headers: Record<string, string>) =>
  refusal(answer(429, headers), { now, limits }).facts.retryAfterMs
const kindOf403 = (headers: Record<string, string>) =>
  refusal(answer(403, headers), { now, limits }).kind

describe('a refusal', () => {
  const kinds = {
    400: 'invalid',
    401: 'auth',
    403: 'forbidden',
    404: 'not_found',
    409: 'transient',
    410: 'not_found',
    422: 'invalid',
    429: 'rate_limited',
    500: 'transient',
    503: 'transient',
    302: 'protocol',
    418: 'protocol',
  }
  for (const [status, kind] of Object.entries(kinds)) {
    test(`${status} is ${kind}`, () =>
      assert.equal(refusal(answer(Number(status)), { now }).kind, kind))
  }

  test('waits as Retry-After says, in seconds or until a time', () => {
    assert.equal(waitOf({ 'retry-after': '7' }), 7_000)
    assert.equal(waitOf({ 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT' }), 30_000)
    assert.equal(waitOf({ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' }), 0)
    assert.equal(waitOf({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(90) }), 90_000)
    assert.equal(waitOf({}), 60_000)
  })

  test('403 is a limit only when a header says so', () => {
    assert.equal(
      kindOf403({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': epoch(90) }),
      'rate_limited',
    )
    assert.equal(kindOf403({ 'retry-after': '60' }), 'rate_limited')
    assert.equal(
      kindOf403({ 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': epoch(90) }),
      'forbidden',
    )
  })

  test('only a write that failed at the vendor may have been done', () => {
    assert.equal(refusal(answer(502), { now, write: true }).facts.maybeDone, true)
    assert.equal(refusal(answer(502), { now }).facts.maybeDone, undefined)
    assert.equal(refusal(answer(422), { now, write: true }).facts.maybeDone, undefined)
  })
})

test('the text of the vendor is truncated and has no markup', () => {
  assert.equal(plainText('<h1>Bad\n  gateway</h1>'), 'Bad gateway')
  assert.equal(plainText('x'.repeat(1000)).length, 300)
})
