// Where hours and days begin in a time zone, by the time zone database of the runtime.

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function isTimeZone(name: string): boolean {
  try {
    formatterOf(name)
    return true
  } catch {
    return false
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** More than there are time zones; only the number of their spellings is unbounded. */
const MAX_FORMATTERS = 1_000

/** Cached: creating a formatter costs more than using it a thousand times. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (formatters.size >= MAX_FORMATTERS) formatters.clear()
  formatters.set(timeZone, formatter)
  return formatter
}

/** Local wall-clock time, encoded as if it were UTC. */
function clockAt(timeZone: string, time: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(time)) {
    parts[type] = Number(value)
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Offset from UTC. */
function offsetAt(timeZone: string, time: number): number {
  const wholeSecond = Math.floor(time / 1_000) * 1_000
  return clockAt(timeZone, wholeSecond) - wholeSecond
}

/**
 * The first moment of a day, given as its midnight in UTC. At a daylight saving change a day may have two midnights, of
 * which the first counts, or none: then it begins at the change, which is midnight in the old offset.
 */
function startOfDay(timeZone: string, midnight: number): number {
  const before = midnight - offsetAt(timeZone, midnight - DAY_MS)
  const after = midnight - offsetAt(timeZone, midnight + DAY_MS)
  const [first, second] = before < after ? [before, after] : [after, before]
  if (clockAt(timeZone, first) === midnight) return first
  return clockAt(timeZone, second) === midnight ? second : before
}

/** Starts of the last days, oldest first; the last one is today's. */
export function dayStarts(timeZone: string, now: Date, count: number): Date[] {
  const today = Math.floor(clockAt(timeZone, now.getTime()) / DAY_MS) * DAY_MS
  return Array.from(
    { length: count },
    (_, index) => new Date(startOfDay(timeZone, today - (count - 1 - index) * DAY_MS)),
  )
}

/** Starts of the last hours, oldest first; the last one is the current hour. Offsets change by whole hours, nearly always. */
export function hourStarts(timeZone: string, now: Date, count: number): Date[] {
  const offset = offsetAt(timeZone, now.getTime())
  const present = Math.floor((now.getTime() + offset) / HOUR_MS) * HOUR_MS - offset
  return Array.from(
    { length: count },
    (_, index) => new Date(present - (count - 1 - index) * HOUR_MS),
  )
}
