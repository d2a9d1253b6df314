// When something happened: minutes up to an hour, then the clock, then the date; the full stamp on hover.
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'

const HOUR_MS = 3_600_000

export function describeTime(at: Date, now: Date, language: string, t: TFunction): string {
  const awayMs = now.getTime() - at.getTime()
  const count = Math.round(Math.abs(awayMs) / 60_000)
  if (Math.abs(awayMs) < HOUR_MS) {
    if (count === 0) return t('time.now')
    return awayMs > 0 ? t('time.minutes', { count }) : t('time.inMinutes', { count })
  }
  if (at.toDateString() === now.toDateString()) {
    return at.toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' })
  }
  const sameYear = at.getFullYear() === now.getFullYear()
  return at.toLocaleDateString(language, {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' as const }),
  })
}

export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const now = useNow()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' })}
      className={className}
    >
      {describeTime(date, now, locale, t)}
    </time>
  )
}
