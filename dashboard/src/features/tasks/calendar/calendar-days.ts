// Which days a calendar shows, in the time zone of the browser, and what becomes of a due date that is moved to a day.

import type { CalendarSpan } from '../data/task-search.ts'

export type Span = CalendarSpan
/** Those in which each day has a place of its own. */
export type DaySpan = Exclude<Span, 'timeline'>

export type WeekStart = 'monday' | 'saturday' | 'sunday'
const firstDays = { sunday: 0, monday: 1, saturday: 6 } as const

/** A day at its first moment; both are of the browser, also when clocks change. */
export type Day = Date

const addDays = (day: Day, count: number): Day =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + count)

export const startOfDay = (at: Date): Day => addDays(at, 0)
export const nextDay = (day: Day): Day => addDays(day, 1)

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-30`, as the address has it. */
export function dayText(day: Day): string {
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`
}

export function readDay(text: string | undefined): Day | undefined {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? []
  if (year === undefined) return undefined
  const read = new Date(Number(year), Number(month) - 1, Number(day))
  // 2026-02-30 would become a day in March.
  return dayText(read) === text ? read : undefined
}

export function weekOf(day: Day, start: WeekStart): Day {
  return addDays(day, -((day.getDay() - firstDays[start] + 7) % 7))
}

const WEEK = 7
/** The week before, so that what is overdue is in sight, and five more. */
const TIMELINE_WEEKS = 6
const TIMELINE_STEP_WEEKS = 4

/** Whole weeks, so that the days of a month stand under their names. */
export function daysShown(on: Day, span: Span, start: WeekStart): Day[] {
  if (span === 'day') return [on]
  if (span === 'timeline') {
    const before = addDays(weekOf(on, start), -WEEK)
    return Array.from({ length: TIMELINE_WEEKS * WEEK }, (_, place) => addDays(before, place))
  }
  const first = span === 'week' ? on : new Date(on.getFullYear(), on.getMonth(), 1)
  const last = span === 'week' ? on : new Date(on.getFullYear(), on.getMonth() + 1, 0)
  const days: Day[] = []
  const end = addDays(weekOf(last, start), WEEK)
  for (let day = weekOf(first, start); day < end; day = nextDay(day)) days.push(day)
  return days
}

/** The same place in the period before or after. A month has no 31st: its first day stands for it. */
export function stepFrom(on: Day, span: Span, by: 1 | -1): Day {
  if (span === 'month') return new Date(on.getFullYear(), on.getMonth() + by, 1)
  const days = { day: 1, week: WEEK, timeline: TIMELINE_STEP_WEEKS * WEEK }[span]
  return addDays(on, by * days)
}

/** A task without a due date is due at the end of the working day. */
const END_OF_WORK = 17

/** Keeps the time of day. */
export function dueOn(due: string | null, day: Day): string {
  const at = due === null ? undefined : new Date(due)
  const moved = new Date(day)
  if (at) moved.setHours(at.getHours(), at.getMinutes(), at.getSeconds(), at.getMilliseconds())
  else moved.setHours(END_OF_WORK, 0, 0, 0)
  return moved.toISOString()
}

export function shiftDue(due: string, days: number): string {
  return dueOn(due, addDays(new Date(due), days))
}
