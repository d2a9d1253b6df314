// When a task should be done, as short as it can be said.
const DAY_MS = 86_400_000

export type DueState = 'late' | 'today' | 'later'

export function dueState(due: Date, now: Date): DueState {
  if (due <= now) return 'late'
  return due.toDateString() === now.toDateString() ? 'today' : 'later'
}

/** The clock today, the weekday within a week, then the date. */
export function describeDue(due: Date, now: Date, language: string): string {
  if (due.toDateString() === now.toDateString()) {
    return due.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hour12: false })
  }
  const away = due.getTime() - now.getTime()
  if (away > 0 && away < 6 * DAY_MS) return due.toLocaleDateString(language, { weekday: 'short' })
  return due.toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    ...(due.getFullYear() !== now.getFullYear() && { year: 'numeric' as const }),
  })
}
