import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRisingDelay } from './rising-delay.ts'

const limits = { free: 2, firstMs: 1_000, longestMs: 8_000, forgetMs: 60_000, maxNames: 3 }

function begin() {
  const clock = { ms: 5 }
  return { clock, delay: createRisingDelay({ ...limits, now: () => clock.ms }) }
}

test('the first failures are free, then each doubles the wait up to the longest', () => {
  const { clock, delay } = begin()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    delay.count('a')
    waits.push(delay.waitMs('a'))
    clock.ms += delay.waitMs('a')
  }
  assert.deepEqual(waits, [0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  assert.equal(delay.waitMs('b'), 0)
})

test('a success clears it, and time does', () => {
  const { clock, delay } = begin()
  for (let i = 0; i < 4; i++) delay.count('a')
  assert.equal(delay.waitMs('a'), 2_000)
  delay.clear('a')
  assert.equal(delay.failures('a'), 0)
  for (let i = 0; i < 4; i++) delay.count('a')
  clock.ms += limits.forgetMs
  assert.equal(delay.failures('a'), 0)
  assert.equal(delay.waitMs('a'), 0)
})

test('what was counted and not meant can be taken back', () => {
  const { delay } = begin()
  for (let i = 0; i < 3; i++) delay.count('a')
  delay.takeBack('a')
  assert.equal(delay.failures('a'), 2)
  assert.equal(delay.waitMs('a'), 0)
})

test('remembers a bounded number of names', () => {
  const { delay } = begin()
  for (const name of ['a', 'b', 'c', 'd']) delay.count(name)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((name) => delay.failures(name)),
    [0, 1, 1, 1],
  )
})
