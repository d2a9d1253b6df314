// When a rule occurs: local days and times of a time zone as moments. Dates are counted from `starts_on`, so that every
// second week stays the same week whatever has happened since.
import { type ScheduleRule, UPCOMING_MAX, WEEKDAYS } from '@task-service/contract'

type Plain = Temporal.PlainDate

/** After the moment, in order. Ends with `ends_on`, or never. `count` is of tasks: the caller counts them. */
export function* occurrencesAfter(rule: ScheduleRule, after: Date): Generator<Date> {
  const start = Temporal.PlainDate.from(rule.starts_on)
  const end = rule.ends_on === null ? null : Temporal.PlainDate.from(rule.ends_on)
  // A day before: an occurrence that clocks skip can be on the day after its own.
  const from = dayOf(after, rule.time_zone).subtract({ days: 1 })
  for (let period = firstPeriod(rule, start, from); ; period++) {
    for (const day of daysOf(rule, start, period)) {
      if (Temporal.PlainDate.compare(day, start) < 0) continue
      if (end && Temporal.PlainDate.compare(day, end) > 0) return
      const moment = momentOf(day, rule)
      if (moment > after) yield moment
    }
  }
}

export function nextAfter(rule: ScheduleRule, after: Date): Date | null {
  return occurrencesAfter(rule, after).next().value ?? null
}

/** The next ones, no more than `left`. */
export function upcoming(rule: ScheduleRule, after: Date, left: number | null): Date[] {
  const most = Math.min(UPCOMING_MAX, left ?? UPCOMING_MAX)
  return occurrencesAfter(rule, after).take(Math.max(0, most)).toArray()
}

/** The last one up to `now`, of those from `due` on, and how many come before it. */
export function latestDue(
  rule: ScheduleRule,
  due: Date,
  now: Date,
): { latest: Date; missed: number } {
  let latest = due
  let missed = 0
  for (const moment of occurrencesAfter(rule, due)) {
    if (moment > now) break
    latest = moment
    missed++
  }
  return { latest, missed }
}

function dayOf(moment: Date, timeZone: string): Plain {
  const instant = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
  return instant.toZonedDateTimeISO(timeZone).toPlainDate()
}

/**
 * A time that occurs twice is the first one. One that clocks skip is the moment of the change, the first valid one after it:
 * the library would add the length of the gap instead.
 */
function momentOf(day: Plain, rule: ScheduleRule): Date {
  const time = Temporal.PlainTime.from(rule.time)
  const local = day.toPlainDateTime(time)
  // Of a skipped time, this is as long before the change as the clock would be past it.
  const zoned = local.toZonedDateTime(rule.time_zone, { disambiguation: 'earlier' })
  if (zoned.toPlainDateTime().equals(local)) return new Date(zoned.epochMilliseconds)
  const change = zoned.getTimeZoneTransition('next')
  return new Date((change ?? zoned).epochMilliseconds)
}

/** Periods are days, weeks, months or years, `interval` of them each; number 0 has the first day. */
function firstPeriod({ frequency, interval }: ScheduleRule, start: Plain, from: Plain): number {
  const units = { daily: 'days', weekly: 'weeks', monthly: 'months', yearly: 'years' } as const
  const unit = units[frequency]
  const passed = firstOf(frequency, start).until(firstOf(frequency, from), { largestUnit: unit })
  return Math.max(0, Math.floor(passed[unit] / interval))
}

function firstOf(frequency: ScheduleRule['frequency'], day: Plain): Plain {
  if (frequency === 'weekly') return day.subtract({ days: day.dayOfWeek - 1 })
  if (frequency === 'monthly') return day.with({ day: 1 })
  return frequency === 'yearly' ? day.with({ month: 1, day: 1 }) : day
}

function daysOf(rule: ScheduleRule, start: Plain, period: number): Plain[] {
  const steps = period * rule.interval
  const first = firstOf(rule.frequency, start)
  const day = rule.day_of_month ?? start.day
  switch (rule.frequency) {
    case 'daily':
      return [first.add({ days: steps })]
    case 'weekly': {
      const monday = first.add({ weeks: steps })
      return weekdaysOf(rule, start).map((days) => monday.add({ days }))
    }
    case 'monthly':
      return [first.add({ months: steps }).with({ day })]
    case 'yearly':
      return [first.add({ years: steps }).with({ month: rule.month ?? start.month, day })]
  }
}

/** In the order of the week, as days after its Monday. */
function weekdaysOf({ weekdays }: ScheduleRule, start: Plain): number[] {
  if (!weekdays) return [start.dayOfWeek - 1]
  return weekdays.map((name) => WEEKDAYS.indexOf(name)).toSorted((a, b) => a - b)
}
