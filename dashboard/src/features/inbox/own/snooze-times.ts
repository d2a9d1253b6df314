// When a snoozed item comes back: in a few hours, or at the beginning of a working day.
export const SNOOZES = ['later', 'tomorrow', 'nextWeek'] as const
export type Snooze = (typeof SNOOZES)[number]

const LATER_HOURS = 3
const START_OF_WORK = 9
const MONDAY = 1

export function snoozeTime(snooze: Snooze, now: Date): Date {
  const at = new Date(now)
  if (snooze === 'later') {
    at.setHours(at.getHours() + LATER_HOURS, at.getMinutes(), 0, 0)
    return at
  }
  const untilMonday = (MONDAY - at.getDay() + 7) % 7 || 7
  at.setDate(at.getDate() + (snooze === 'tomorrow' ? 1 : untilMonday))
  at.setHours(START_OF_WORK, 0, 0, 0)
  return at
}
