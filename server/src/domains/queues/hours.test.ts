// The hours of a history: full ones only, each once, whatever was counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastFullHours, toHours } from './hours.ts'

const now = new Date('2026-11-15T09:30:00.000Z')

test('ends with the last full hour', () => {
  assert.deepEqual(lastFullHours(now), {
    start: new Date('2026-11-14T09:00:00.000Z'),
    end: new Date('2026-11-15T09:00:00.000Z'),
  })
  const onTheHour = new Date('2026-11-15T09:00:00.000Z')
  assert.deepEqual(lastFullHours(onTheHour).end, onTheHour)
})

test('has each hour once and ignores counts of others', () => {
  const period = lastFullHours(now)
  const hours = toHours(period, [
    { kind: 'claimed', hour: new Date('2026-11-15T08:00:00.000Z'), count: 3 },
    { kind: 'expired', hour: new Date('2026-11-14T09:00:00.000Z'), count: 1 },
    { kind: 'completed', hour: period.end, count: 9 },
    { kind: 'completed', hour: new Date('2026-11-14T08:00:00.000Z'), count: 9 },
  ])
  assert.equal(hours.length, 24)
  assert.deepEqual(hours[0], {
    start: '2026-11-14T09:00:00.000Z',
    claimed: 0,
    completed: 0,
    expired: 1,
  })
  assert.equal(hours.at(-1)?.claimed, 3)
  assert.equal(
    hours.reduce((sum, { completed }) => sum + completed, 0),
    0,
  )
})
