import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFailure, type RateLimit } from '@task-service/kit'
import { RateBudget } from './rate-budget.ts'

const never = new AbortController().signal

function start(rateLimit: Partial<RateLimit>, at = 1_000_000) {
  const clock = { at }
  const budget = new RateBudget({ concurrency: 10, ...rateLimit }, () => clock.at)
  const refusal = async (isWrite = false) => {
    const thrown: unknown = await budget.enter(isWrite, never).then(
      (leave) => leave(),
      (error: unknown) => error,
    )
    if (thrown === undefined) return 0
    assert.ok(isFailure(thrown, 'rate_limited'))
    return thrown.facts.retryAfterMs
  }
  return { clock, budget, refusal }
}

test('concurrency is limited; the next request waits', async () => {
  const { budget } = start({ concurrency: 1 })
  const leave = await budget.enter(false, never)
  let entered = false
  const second = budget.enter(false, never).then((done) => {
    entered = true
    return done
  })
  const controller = new AbortController()
  const third = assert.rejects(budget.enter(false, controller.signal), /canceled/)
  controller.abort()
  await third
  assert.equal(entered, false)
  leave()
  leave()
  const leaveSecond = await second
  leaveSecond()
  // An aborted call does not keep a slot.
  const leaveFourth = await budget.enter(false, never)
  leaveFourth()
  assert.ok(budget.isIdle())
})

test('a window counts requests, and a long wait is left to the caller', async () => {
  const { clock, refusal } = start({ window: { requests: 2, ms: 60_000 } })
  assert.equal(await refusal(), 0)
  clock.at += 10_000
  assert.equal(await refusal(), 0)
  assert.equal(await refusal(), 50_000)
  clock.at += 50_000
  assert.equal(await refusal(), 0)
  assert.equal(await refusal(), 10_000)
})

test('writes keep a minimum gap, reads do not', async () => {
  const { refusal } = start({ minWriteGapMs: 6_000 })
  assert.equal(await refusal(true), 0)
  assert.equal(await refusal(false), 0)
  assert.equal(await refusal(true), 6_000)
})

test('a short wait is awaited', async () => {
  const budget = new RateBudget({ concurrency: 1, minWriteGapMs: 50 })
  const startedAt = performance.now()
  for (let count = 0; count < 3; count++) (await budget.enter(true, never))()
  assert.ok(performance.now() - startedAt >= 95)
})

const signals: [name: string, status: number, headers: Record<string, string>, wait: number][] = [
  ['Retry-After in seconds', 429, { 'retry-after': '30' }, 30_000],
  ['Retry-After as a date', 503, { 'retry-after': new Date(1_060_000).toUTCString() }, 60_000],
  ['a secondary limit', 403, { 'retry-after': '45' }, 45_000],
  ['429 without Retry-After', 429, {}, 60_000],
  ['nothing left until a reset time', 200, { 'x-left': '0', 'x-reset': '1100' }, 100_000],
  ['nothing left for a number of milliseconds', 200, { 'x-rest': '0', 'x-in': '7000' }, 7_000],
  ['an hour at most', 429, { 'retry-after': '999999' }, 3_600_000],
  ['some left', 200, { 'x-left': '1', 'x-reset': '1100' }, 0],
  ['forbidden without a limit', 403, {}, 0],
  ['an ordinary response', 200, { 'retry-after': '30' }, 0],
]

for (const [name, status, headers, wait] of signals) {
  test(`rate limit signals of the vendor are respected: ${name}`, async () => {
    const { budget, refusal } = start({
      headers: [
        { remaining: 'X-Left', reset: { header: 'X-Reset', unit: 'epoch_seconds' } },
        { remaining: 'X-Rest', reset: { header: 'X-In', unit: 'milliseconds' } },
      ],
    })
    budget.note(status, headers)
    assert.equal(await refusal(), wait)
  })
}
