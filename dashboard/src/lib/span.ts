// How long something takes or still lasts, in the two largest units that matter.
import type { TFunction } from 'i18next'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export function describeSpan(ms: number, t: TFunction): string {
  const left = Math.max(0, ms)
  if (left < MINUTE_MS) return t('span.seconds', { count: Math.ceil(left / SECOND_MS) })
  if (left < HOUR_MS) return t('span.minutes', { count: Math.round(left / MINUTE_MS) })
  if (left < 2 * DAY_MS) {
    const minutes = Math.round(left / MINUTE_MS)
    const text = t('span.hours', { count: Math.floor(minutes / 60) })
    return minutes % 60 > 0 ? `${text} ${t('span.minutes', { count: minutes % 60 })}` : text
  }
  return t('span.days', { count: Math.round(left / DAY_MS) })
}
