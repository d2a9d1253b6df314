import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScheduleRuleInput } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { completeRule } from './rule.ts'

const around = {
  now: new Date('2026-11-15T23:30:00Z'),
  timeZone: 'Europe/Berlin',
  pointer: '/rule',
}
const complete = (input: Partial<ScheduleRuleInput>) =>
  completeRule({ frequency: 'daily', time: '09:00', ...input }, around)

test('what is left out follows from today in the time zone', () => {
  // In Berlin it is Monday already.
  const rest = { time: '09:00', interval: 1, starts_on: '2026-11-16', ends_on: null, count: null }
  const berlin = { ...rest, time_zone: 'Europe/Berlin' }
  assert.deepEqual(complete({}), { ...berlin, frequency: 'daily' })
  const weekly = { ...berlin, frequency: 'weekly', weekdays: ['monday'] }
  assert.deepEqual(complete({ frequency: 'weekly' }), weekly)
  const monthly = { ...berlin, frequency: 'monthly', day_of_month: 16 }
  assert.deepEqual(complete({ frequency: 'monthly' }), monthly)
  const yearly = { ...berlin, frequency: 'yearly', day_of_month: 16, month: 11 }
  assert.deepEqual(complete({ frequency: 'yearly' }), yearly)
  assert.equal(complete({ time_zone: 'UTC' }).starts_on, '2026-11-15')
})

test('weekdays are stored in the order of the week', () => {
  const { weekdays } = complete({ frequency: 'weekly', weekdays: ['sunday', 'monday'] })
  assert.deepEqual(weekdays, ['monday', 'sunday'])
})

test('what the frequency does not use, and days that do not exist, are rejected where they are', () => {
  const refused: [input: Partial<ScheduleRuleInput>, pointer: string][] = [
    [{ weekdays: ['monday'] }, '/rule/weekdays'],
    [{ frequency: 'weekly', day_of_month: 1 }, '/rule/day_of_month'],
    [{ frequency: 'monthly', month: 1 }, '/rule/month'],
    [{ starts_on: '2026-02-30' }, '/rule/starts_on'],
    [{ ends_on: '2026-11-31' }, '/rule/ends_on'],
    [{ ends_on: '2026-11-15' }, '/rule/ends_on'],
  ]
  for (const [input, pointer] of refused) {
    assert.throws(
      () => complete(input),
      (error: unknown) =>
        error instanceof Problem && JSON.stringify(error.details).includes(`"${pointer}"`),
      pointer,
    )
  }
})
