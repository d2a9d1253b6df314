import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScheduleRule } from '@task-service/contract'
import { latestDue, nextAfter, occurrencesAfter, upcoming } from './occurrences.ts'

const daily: ScheduleRule = {
  frequency: 'daily',
  interval: 1,
  time: '09:00',
  time_zone: 'UTC',
  starts_on: '2026-01-01',
  ends_on: null,
  count: null,
}

const list = (rule: Partial<ScheduleRule>, after: string, count = 4): string[] =>
  occurrencesAfter({ ...daily, ...rule }, new Date(after))
    .take(count)
    .map((moment) => moment.toISOString().replace(':00.000Z', 'Z'))
    .toArray()
const days = (rule: Partial<ScheduleRule>, after: string, count = 4): string[] =>
  list(rule, after, count).map((text) => text.slice(0, 10))

test('counts days from the first one, and never repeats the moment it starts from', () => {
  assert.deepEqual(list({ interval: 3 }, '2026-01-04T09:00:00Z', 2), [
    '2026-01-07T09:00Z',
    '2026-01-10T09:00Z',
  ])
  assert.deepEqual(list({ interval: 3 }, '2026-01-04T08:59:59.999Z', 1), ['2026-01-04T09:00Z'])
  assert.deepEqual(days({ starts_on: '2030-05-01' }, '2026-01-04T09:00:00Z', 1), ['2030-05-01'])
})

test('weeks begin on Monday and keep their rhythm', () => {
  // 2026-01-01 is a Thursday: its week begins on 2025-12-29.
  const rule = {
    frequency: 'weekly',
    interval: 2,
    weekdays: ['monday', 'friday'],
  } as const satisfies Partial<ScheduleRule>
  const expected = ['2026-01-02', '2026-01-12', '2026-01-16', '2026-01-26']
  assert.deepEqual(days(rule, '2025-12-01T00:00:00Z'), expected)
  assert.deepEqual(days(rule, '2026-01-05T12:00:00Z'), expected.slice(1).concat('2026-01-30'))
})

test('a day that a month does not have is its last day', () => {
  const expected = ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']
  const monthly = { frequency: 'monthly', day_of_month: 31 } as const
  assert.deepEqual(days(monthly, '2026-01-01T00:00:00Z'), expected)
  const quarterly = { ...monthly, interval: 3, starts_on: '2026-02-15' }
  assert.deepEqual(days(quarterly, '2026-03-01T00:00:00Z', 2), ['2026-05-31', '2026-08-31'])
  const leap = { frequency: 'yearly', month: 2, day_of_month: 29 } as const
  const years = ['2026-02-28', '2027-02-28', '2028-02-29', '2029-02-28']
  assert.deepEqual(days(leap, '2026-01-01T00:00:00Z'), years)
})

test('a time that clocks skip is the moment of the change', () => {
  // Berlin, 2027-03-28: 02:00 becomes 03:00, at 01:00 UTC.
  const rule = { time: '02:30', time_zone: 'Europe/Berlin' }
  assert.deepEqual(list(rule, '2027-03-26T12:00:00Z', 3), [
    '2027-03-27T01:30Z',
    '2027-03-28T01:00Z',
    '2027-03-29T00:30Z',
  ])
  // Cairo, 2027-04-30: 00:00 becomes 01:00, at 22:00 UTC of the day before.
  const midnight = { time: '00:00', time_zone: 'Africa/Cairo' }
  assert.deepEqual(list(midnight, '2027-04-29T12:00:00Z', 2), [
    '2027-04-29T22:00Z',
    '2027-04-30T21:00Z',
  ])
})

test('a time that occurs twice is the first one', () => {
  // Berlin, 2027-10-31: 03:00 becomes 02:00, at 01:00 UTC.
  const rule = { time: '02:30', time_zone: 'Europe/Berlin' }
  assert.deepEqual(list(rule, '2027-10-30T12:00:00Z', 2), [
    '2027-10-31T00:30Z',
    '2027-11-01T01:30Z',
  ])
  // Between the first and the second 02:30.
  assert.deepEqual(list(rule, '2027-10-31T01:00:00Z', 1), ['2027-11-01T01:30Z'])
})

test('ends with its last day or its number of tasks', () => {
  const ending = { ...daily, ends_on: '2026-01-03' }
  assert.deepEqual(days(ending, '2026-01-01T10:00:00Z'), ['2026-01-02', '2026-01-03'])
  assert.equal(nextAfter(ending, new Date('2026-01-03T09:00:00Z')), null)
  assert.equal(upcoming(daily, new Date('2026-01-01T00:00:00Z'), 2).length, 2)
  assert.equal(upcoming(daily, new Date('2026-01-01T00:00:00Z'), null).length, 5)
  assert.equal(upcoming(daily, new Date('2026-01-01T00:00:00Z'), 0).length, 0)
})

test('of those that were missed, the last one is due', () => {
  const [due, now] = [new Date('2026-01-05T09:00:00Z'), new Date('2026-01-08T08:00:00Z')]
  const { latest, missed } = latestDue(daily, due, now)
  assert.deepEqual([latest.toISOString(), missed], ['2026-01-07T09:00:00.000Z', 2])
  const alone = latestDue(daily, due, due)
  assert.deepEqual([alone.latest, alone.missed], [due, 0])
})

test('occurrences far from the first one are found without walking there', () => {
  const start = performance.now()
  for (let round = 0; round < 100; round++) {
    assert.deepEqual(days({}, '2099-12-30T12:00:00Z', 1), ['2099-12-31'])
  }
  assert.ok(performance.now() - start < 2_000)
})
