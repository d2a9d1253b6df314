// An hour or a day and its values in words, in the time zone of the workspace.
import type { Overview } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import type { Bucket } from './buckets.ts'

export type BucketTexts = ReturnType<typeof useBucketTexts>

export function useBucketTexts({
  range,
  time_zone: timeZone,
}: Pick<Overview, 'range' | 'time_zone'>) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const locale = useLocale()
  return useMemo(() => {
    const formats = formatsOf(locale, timeZone)
    const isHourly = range === '24h'
    const span = (ms: number) => describeSpan(ms, common)
    const name = ({ start, end }: Bucket) =>
      isHourly
        ? `${formats.dayTime.format(Date.parse(start))}–${formats.time.format(Date.parse(end))}`
        : formats.date.format(Date.parse(start))
    const median = ({ times }: Bucket) => (times ? span(times.median) : t('trend.none'))
    const band = ({ times }: Bucket) =>
      times ? t('trend.bandValue', { from: span(times.p25), to: span(times.p90) }) : t('trend.none')
    return {
      name,
      median,
      band,
      span,
      print: (count: number) => count.toLocaleString(locale),
      mark: (start: string, isEnd: boolean) =>
        (isHourly ? (isEnd ? formats.dayTime : formats.time) : formats.shortDate).format(
          Date.parse(start),
        ),
      sentence: (bucket: Bucket) => {
        const { created, completed, times } = bucket
        const said = [t('trend.says', { created, completed })]
        if (times) {
          const [from, to] = [span(times.p25), span(times.p90)]
          said.push(t('trend.saysTimes', { median: span(times.median), from, to }))
        }
        return `${name(bucket)}: ${said.join(', ')}`
      },
    }
  }, [t, common, locale, timeZone, range])
}

function formatsOf(locale: string, timeZone: string) {
  const time = { hour: '2-digit', minute: '2-digit', timeZone } as const
  return {
    time: new Intl.DateTimeFormat(locale, time),
    dayTime: new Intl.DateTimeFormat(locale, { ...time, weekday: 'short' }),
    date: new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      timeZone,
    }),
    shortDate: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }),
  }
}
