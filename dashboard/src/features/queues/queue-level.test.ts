import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overTargetMs, printCount, waitedMs } from './queue-level.ts'

const nowMs = Date.parse('2026-11-17T12:00:00.000Z')
const queue = { oldest_ready_at: '2026-11-17T11:00:00.000Z', target_seconds: 1_800 }

test('an empty queue waits for nothing', () => {
  const empty = { ...queue, oldest_ready_at: null }
  assert.equal(waitedMs(empty, nowMs), undefined)
  assert.equal(overTargetMs(empty, nowMs), 0)
})

test('the target is exceeded by what is above it', () => {
  assert.equal(waitedMs(queue, nowMs), 3_600_000)
  assert.equal(overTargetMs(queue, nowMs), 1_800_000)
  assert.equal(overTargetMs({ ...queue, target_seconds: 7_200 }, nowMs), 0)
  assert.equal(overTargetMs({ ...queue, target_seconds: null }, nowMs), 0)
})

test('a clock that is behind the server does not make a wait negative', () => {
  assert.equal(waitedMs(queue, nowMs - 7_200_000), 0)
})

test('counts end where the service stops counting', () => {
  assert.equal(printCount(10_000, 'en'), '10,000')
  assert.equal(printCount(10_001, 'en'), '10,000+')
})
