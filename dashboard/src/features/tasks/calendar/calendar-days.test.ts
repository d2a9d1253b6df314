import assert from 'node:assert/strict'
import { test } from 'node:test'
import { daysShown, dayText, dueOn, readDay, shiftDue, stepFrom } from './calendar-days.ts'

const day = (text: string) => readDay(text) ?? assert.fail(text)
const shown = (...given: Parameters<typeof daysShown>) => daysShown(...given).map(dayText)

test('a month is whole weeks from the first day of the week', () => {
  const monday = shown(day('2026-11-19'), 'month', 'monday')
  assert.deepEqual([monday[0], monday.at(-1), monday.length], ['2026-10-26', '2026-12-06', 42])
  const sunday = shown(day('2026-11-19'), 'month', 'sunday')
  assert.deepEqual([sunday[0], sunday.at(-1), sunday.length], ['2026-11-01', '2026-12-05', 35])
  const week = shown(day('2026-11-19'), 'week', 'saturday')
  assert.deepEqual([week[0], week.at(-1)], ['2026-11-14', '2026-11-20'])
  assert.deepEqual(shown(day('2026-11-19'), 'day', 'monday'), ['2026-11-19'])
})

test('every day is there once, also when clocks change', () => {
  for (const month of ['2027-03-15', '2027-10-15', '2027-11-15']) {
    const days = shown(day(month), 'month', 'monday')
    assert.equal(new Set(days).size, days.length)
  }
})

test('a period leads to the next one', () => {
  assert.equal(dayText(stepFrom(day('2026-01-31'), 'month', 1)), '2026-02-01')
  assert.equal(dayText(stepFrom(day('2026-01-31'), 'week', -1)), '2026-01-24')
  assert.equal(dayText(stepFrom(day('2026-12-31'), 'day', 1)), '2027-01-01')
})

test('a due date that is moved keeps its time of day', () => {
  const due = new Date(2027, 2, 27, 14, 45).toISOString()
  assert.equal(dueOn(due, day('2027-03-28')), new Date(2027, 2, 28, 14, 45).toISOString())
  assert.equal(shiftDue(due, -7), new Date(2027, 2, 20, 14, 45).toISOString())
  assert.equal(dueOn(null, day('2027-03-28')), new Date(2027, 2, 28, 17).toISOString())
})

test('what is no day is none', () => {
  for (const text of [undefined, '', '2026-02-30', '2026-2-3', 'today']) {
    assert.equal(readDay(text), undefined)
  }
})
