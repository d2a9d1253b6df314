// Shares as people read them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPercent, formatRate } from './rate.ts'

test('a share is written as the locale does', () => {
  assert.equal(formatPercent(0.42, 'en-US'), '42%')
  assert.equal(formatPercent(0.42, 'de-DE'), '42\u00a0%')
  assert.equal(formatRate(0.9876, 'de-DE'), '98,8\u00a0%')
})

test('a rate is 100% only if nothing failed', () => {
  assert.equal(formatRate(1, 'en-US'), '100%')
  assert.equal(formatRate(0.99999, 'en-US'), '99.9%')
})
