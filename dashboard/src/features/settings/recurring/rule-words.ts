// A rule as a sentence, such as “Every 2 weeks on Monday and Friday at 09:00”.
import type { ScheduleRule, Weekday } from '@task-service/contract'
import type { TFunction } from 'i18next'

/** In the order of the API, which is that of ISO 8601. */
export const WEEKDAYS: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]

/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
/** No month has more. */
export const LAST_DAY = 31

export function weekdayName(day: Weekday, locale: string, style: 'long' | 'short'): string {
  const at = new Date(MONDAY + WEEKDAYS.indexOf(day) * DAY_MS)
  return at.toLocaleDateString(locale, { weekday: style, timeZone: 'UTC' })
}

export function monthName(month: number, locale: string): string {
  const at = new Date(Date.UTC(2024, month - 1, 1))
  return at.toLocaleDateString(locale, { month: 'long', timeZone: 'UTC' })
}

export function describeRule(
  rule: ScheduleRule,
  locale: string,
  t: TFunction<'recurring'>,
): string {
  const { frequency, interval, weekdays = [], day_of_month: day = 1, month = 1 } = rule
  const every = t(`every.${frequency}`, { count: interval })
  const days = new Intl.ListFormat(locale).format(
    weekdays.map((one) => weekdayName(one, locale, 'long')),
  )
  const monthDay = day === LAST_DAY ? t('on.lastDay') : t('on.day', { day })
  const on = {
    daily: '',
    weekly: t('on.weekdays', { days }),
    monthly: monthDay,
    yearly: t('on.date', { day, month: monthName(month, locale) }),
  }[frequency]
  return t('sentence', { every, on: on && ` ${on}`, time: rule.time })
}
