// The estimated clock of the service when responses are late and clocks jump.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServiceClock } from './service-clock.ts'

const HOUR_MS = 3_600_000
const START_MS = Date.parse('2026-01-01T00:00:00Z')

/** The machine's own clocks, the service ten minutes ahead of them. */
function start() {
  const own = { wallMs: START_MS - 600_000, steadyMs: 1_000 }
  const clock = createServiceClock(
    () => own.wallMs,
    () => own.steadyMs,
  )
  const pass = (ms: number) => {
    own.wallMs += ms
    own.steadyMs += ms
  }
  const at = (ms: number) => new Date(START_MS + ms).toISOString()
  clock.update(at(0), clock.mark())
  return { own, clock, pass, at, passedMs: () => clock.nowMs() - START_MS }
}

test('it continues from the latest response, and follows the service', () => {
  const { clock, pass, at, passedMs } = start()
  assert.equal(passedMs(), 0)
  pass(5_000)
  assert.equal(passedMs(), 5_000)
  const asked = clock.mark()
  pass(100)
  clock.update(at(5_300), asked)
  assert.equal(passedMs(), 5_300)
  assert.equal(clock.offsetMs(), 600_200)
})

test('a response that took a day does not set the clock back', () => {
  const { own, clock, pass, at, passedMs } = start()
  const asked = clock.mark()
  pass(25 * HOUR_MS)
  clock.update(at(1_000), asked)
  assert.equal(passedMs(), 25 * HOUR_MS)
  // Nor does it if only one of the clocks advanced in the meantime.
  const again = clock.mark()
  own.wallMs += 25 * HOUR_MS
  clock.update(at(25 * HOUR_MS), again)
  assert.equal(passedMs(), 50 * HOUR_MS)
})

test('control: an immediate response corrects a clock that was ahead', () => {
  const { own, clock, pass, at, passedMs } = start()
  own.wallMs += 25 * HOUR_MS
  assert.equal(passedMs(), 25 * HOUR_MS)
  const asked = clock.mark()
  pass(100)
  clock.update(at(2_000), asked)
  assert.equal(passedMs(), 2_100)
})
