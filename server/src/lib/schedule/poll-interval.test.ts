import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Polled, pollIntervalMs } from './poll-interval.ts'

const now = new Date('2026-11-16T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const DAY = 24 * 60

const registered: Polled = { poll_seconds: 60, webhook: { id: '1' }, webhook_heard_at: null }
const plain: Polled = { ...registered, webhook: null }

const secondsOf = (polled: Polled, quietMinutes: number) =>
  pollIntervalMs(polled, minutesAgo(quietMinutes), now) / 1_000

test('the interval grows while polls find nothing, up to 15 minutes', () => {
  assert.equal(secondsOf(registered, 0), 60)
  assert.equal(secondsOf(registered, 5), 60)
  assert.equal(secondsOf(registered, 20), 120)
  assert.equal(secondsOf(registered, 60), 360)
  assert.equal(secondsOf(registered, 3 * DAY), 900)
})

test('a configured interval is never shortened', () => {
  assert.equal(secondsOf({ ...registered, poll_seconds: 3_600 }, 3 * DAY), 3_600)
})

test('without webhooks the interval stays as configured', () => {
  assert.equal(secondsOf(plain, 3 * DAY), 60)
  assert.equal(secondsOf({ ...plain, webhook_heard_at: minutesAgo(40 * DAY) }, 3 * DAY), 60)
})

test('a manually set up webhook counts while the vendor sends requests', () => {
  assert.equal(secondsOf({ ...plain, webhook_heard_at: minutesAgo(5 * DAY) }, 3 * DAY), 900)
})
