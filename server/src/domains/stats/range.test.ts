import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rangeOf, toFlow } from './range.ts'

const now = new Date('2026-03-10T10:30:00Z')

test('a range ends now and is compared with the same length of time before it', () => {
  const day = rangeOf('24h', 'UTC', now)
  assert.equal(day.buckets.length, 24)
  assert.equal(day.since.toISOString(), '2026-03-09T11:00:00.000Z')
  assert.equal(day.before.toISOString(), '2026-03-08T11:30:00.000Z')
  assert.equal(rangeOf('7d', 'UTC', now).since.toISOString(), '2026-03-04T00:00:00.000Z')
  assert.equal(rangeOf('30d', 'Europe/Berlin', now).buckets.length, 30)
})

test('counts go to their places', () => {
  const range = rangeOf('7d', 'UTC', now)
  const rows = [
    { place: 1, count: 5 },
    { place: 2, count: 1 },
    { place: 8, count: 2 },
    { place: 8, count: 3 },
  ]
  assert.deepEqual(toFlow(range, rows), {
    entered: 6,
    entered_before: 5,
    series: [1, 0, 0, 0, 0, 0, 5],
  })
  assert.equal(toFlow(range, []).entered, 0)
})
