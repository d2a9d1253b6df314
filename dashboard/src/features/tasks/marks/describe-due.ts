// When a task should be done, as short as it can be said.
const DAY_MS = 86_400_000

export type DueState = 'overdue' | 'today' | 'later'

export function dueState(due: Date, now: Date): DueState {
  if (due <= now) return 'overdue'
  return due.toDateString() === now.toDateString() ? 'today' : 'later'
}

const shapes = {
  clock: { hour: '2-digit', minute: '2-digit' },
  weekday: { weekday: 'short' },
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  full: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than using it a hundred times. */
function format(shape: keyof typeof shapes, locale: string): Intl.DateTimeFormat {
  const key = `${shape} ${locale}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, shapes[shape])
  formats.set(key, known)
  return known
}

export const fullTime = (at: Date, locale: string): string => format('full', locale).format(at)

/** The clock today, the weekday within a week, then the date. */
export function describeDue(due: Date, now: Date, locale: string): string {
  if (due.toDateString() === now.toDateString()) return format('clock', locale).format(due)
  const away = due.getTime() - now.getTime()
  if (away > 0 && away < 6 * DAY_MS) return format('weekday', locale).format(due)
  const shape = due.getFullYear() === now.getFullYear() ? 'day' : 'date'
  return format(shape, locale).format(due)
}
