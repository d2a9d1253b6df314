import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeyedBackoff } from './keyed-backoff.ts'

const limits = { free: 2, firstMs: 1_000, maxMs: 8_000, forgetMs: 60_000, maxNames: 3 }

function begin() {
  const clock = { ms: 5 }
  return { clock, backoff: createKeyedBackoff({ ...limits, now: () => clock.ms }) }
}

test('the first failures are free, then each doubles the wait up to the maximum', () => {
  const { clock, backoff } = begin()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    backoff.count('a')
    waits.push(backoff.waitMs('a'))
    clock.ms += backoff.waitMs('a')
  }
  assert.deepEqual(waits, [0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  assert.equal(backoff.waitMs('b'), 0)
})

test('a success resets it, and so does time', () => {
  const { clock, backoff } = begin()
  for (let i = 0; i < 4; i++) backoff.count('a')
  assert.equal(backoff.waitMs('a'), 2_000)
  backoff.clear('a')
  assert.equal(backoff.failures('a'), 0)
  for (let i = 0; i < 4; i++) backoff.count('a')
  clock.ms += limits.forgetMs
  assert.equal(backoff.failures('a'), 0)
  assert.equal(backoff.waitMs('a'), 0)
})

test('a count can be undone', () => {
  const { backoff } = begin()
  for (let i = 0; i < 3; i++) backoff.count('a')
  backoff.undo('a')
  assert.equal(backoff.failures('a'), 2)
  assert.equal(backoff.waitMs('a'), 0)
})

test('keeps a bounded number of keys', () => {
  const { backoff } = begin()
  for (const name of ['a', 'b', 'c', 'd']) backoff.count(name)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((name) => backoff.failures(name)),
    [0, 1, 1, 1],
  )
})
