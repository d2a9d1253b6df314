// When a digest is due, over changes of clocks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextDigest, type Rhythm } from './next-digest.ts'

const next = (rhythm: Partial<Rhythm>, after: string) =>
  nextDigest({ frequency: 'daily', hour: 8, time_zone: 'UTC', ...rhythm }, new Date(after))
    ?.toISOString()
    .slice(0, 16)

test('every day at the hour, and never at the moment itself', () => {
  assert.equal(next({}, '2026-11-19T07:59:59Z'), '2026-11-19T08:00')
  assert.equal(next({}, '2026-11-19T08:00:00Z'), '2026-11-20T08:00')
  assert.equal(next({ frequency: 'off' }, '2026-11-19T08:00:00Z'), undefined)
})

test('every Monday of the time zone', () => {
  const weekly = { frequency: 'weekly', hour: 0, time_zone: 'Pacific/Auckland' } as const
  // Monday, 23 November, begins there at 11:00 UTC on Sunday.
  assert.equal(next(weekly, '2026-11-19T00:00:00Z'), '2026-11-22T11:00')
  assert.equal(next(weekly, '2026-11-22T11:00:00Z'), '2026-11-29T11:00')
})

test('an hour that clocks skip is the next one, and one that occurs twice the first', () => {
  const berlin = { hour: 2, time_zone: 'Europe/Berlin' }
  assert.equal(next(berlin, '2026-03-28T12:00:00Z'), '2026-03-29T01:00')
  assert.equal(next(berlin, '2026-10-24T12:00:00Z'), '2026-10-25T00:00')
  assert.equal(next(berlin, '2026-10-25T00:00:00Z'), '2026-10-26T01:00')
})
