// When a task should be done, as short as it can be said.
const DAY_MS = 86_400_000

export type DueState = 'overdue' | 'today' | 'later'

export function dueState(due: Date, now: Date): DueState {
  if (due <= now) return 'overdue'
  return due.toDateString() === now.toDateString() ? 'today' : 'later'
}

const shapes = {
  clock: { hour: '2-digit', minute: '2-digit', hour12: false },
  weekday: { weekday: 'short' },
  day: { day: 'numeric', month: 'short' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  full: { dateStyle: 'full', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one costs more than using it a hundred times. */
function format(shape: keyof typeof shapes, language: string): Intl.DateTimeFormat {
  const key = `${shape} ${language}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, shapes[shape])
  formats.set(key, known)
  return known
}

export const fullTime = (at: Date, language: string): string => format('full', language).format(at)

/** The clock today, the weekday within a week, then the date. */
export function describeDue(due: Date, now: Date, language: string): string {
  if (due.toDateString() === now.toDateString()) return format('clock', language).format(due)
  const away = due.getTime() - now.getTime()
  if (away > 0 && away < 6 * DAY_MS) return format('weekday', language).format(due)
  const shape = due.getFullYear() === now.getFullYear() ? 'day' : 'date'
  return format(shape, language).format(due)
}
