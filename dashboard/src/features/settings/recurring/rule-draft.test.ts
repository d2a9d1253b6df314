import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScheduleRule } from '@task-service/contract'
import { newRule, ruleDraftOf, toRule } from './rule-draft.ts'

const rest = { interval: 2, time: '08:15', time_zone: 'Europe/Berlin', starts_on: '2026-11-16' }

test('a rule that is opened and saved is the same', () => {
  const rules: ScheduleRule[] = [
    { ...rest, frequency: 'daily', ends_on: null, count: null },
    { ...rest, frequency: 'weekly', weekdays: ['friday'], ends_on: '2027-01-01', count: null },
    { ...rest, frequency: 'monthly', day_of_month: 31, ends_on: null, count: 5 },
    { ...rest, frequency: 'yearly', day_of_month: 1, month: 3, ends_on: null, count: null },
  ]
  for (const rule of rules) assert.deepEqual(toRule(ruleDraftOf(rule)), rule)
})

test('what the frequency does not use is not sent', () => {
  const draft = newRule('2026-11-16', 'UTC')
  assert.deepEqual(draft.day, 16)
  const { weekdays, day_of_month: day, month } = toRule({ ...draft, frequency: 'daily' })
  assert.deepEqual([weekdays, day, month], [undefined, undefined, undefined])
  // Without a weekday, it is that of the first day.
  assert.equal(toRule({ ...draft, weekdays: [] }).weekdays, undefined)
})
