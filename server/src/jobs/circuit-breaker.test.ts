import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CircuitBreaker } from './circuit-breaker.ts'

function start() {
  const clock = { ms: 0 }
  const breaker = new CircuitBreaker(() => clock.ms)
  const fail = (times: number) => Array.from({ length: times }, () => breaker.fail())
  return { clock, breaker, fail }
}

test('opens after ten failures in a row and not before', () => {
  const { breaker, fail } = start()
  fail(9)
  breaker.succeed()
  fail(9)
  assert.deepEqual([breaker.isOpen, breaker.isTripped, breaker.isFailing], [false, false, true])
  assert.equal(breaker.fail(), true)
  assert.deepEqual([breaker.isOpen, breaker.isTripped], [true, true])
})

test('failures of jobs in flight do not extend the backoff; a failed trial doubles it', () => {
  const { clock, breaker, fail } = start()
  fail(10)
  assert.deepEqual(fail(5), [false, false, false, false, false])
  clock.ms = 1_000
  assert.deepEqual([breaker.isOpen, breaker.isTripped], [false, true], 'half-open')
  assert.equal(breaker.fail(), true)
  clock.ms = 2_999
  assert.equal(breaker.isOpen, true)
  clock.ms = 3_000
  assert.equal(breaker.isOpen, false)
})

test('a success closes it and resets the backoff', () => {
  const { clock, breaker, fail } = start()
  fail(10)
  clock.ms = 1_000
  breaker.fail()
  breaker.succeed()
  assert.deepEqual([breaker.isOpen, breaker.isTripped, breaker.isFailing], [false, false, false])
  fail(10)
  clock.ms = 2_000
  assert.equal(breaker.isOpen, false, 'after one second, as for the first failures')
})

test('a reset makes it half-open at once and starts the backoff again', () => {
  const { clock, breaker, fail } = start()
  fail(10)
  clock.ms = 1_000
  breaker.fail()
  assert.equal(breaker.openMs, 2_000)
  breaker.reset()
  assert.deepEqual([breaker.isOpen, breaker.isTripped, breaker.openMs], [false, true, 0])
  assert.equal(breaker.fail(), true, 'one trial decides')
  assert.equal(breaker.openMs, 1_000)
})
