// The lines of the response time by hour, with the time since when every attempt fails shaded.
import type { WebhookHealthDetail } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ceilingOf } from '#components/charts/ceiling.ts'
import { HourChart } from '#components/charts/hour-chart.tsx'
import { clock } from '#lib/clock.ts'
import { formatDuration } from '#lib/duration.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './latency-chart.module.css'
import { latencyPath } from './latency-path.ts'

type Hour = WebhookHealthDetail['response_times'][number]

const HOUR_MS = 3_600_000
const NAMES = ['p50', 'p95'] as const

export function LatencyChart({
  hours,
  failingSince,
}: {
  hours: readonly Hour[]
  failingSince: string | null
}) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  const ceiling = ceilingOf(hours.map((hour) => hour.latency_ms?.p95 ?? 0))
  const format = (ms: number) => formatDuration(ms, locale)
  const cellsOf = (index: number) =>
    NAMES.map((name) => {
      const ms = hours[index]?.latency_ms?.[name]
      return ms === undefined ? '–' : format(ms)
    })
  const linesOf = (index: number) =>
    hours[index]?.latency_ms
      ? cellsOf(index).map((text, at) => `${NAMES[at]} ${text}`)
      : [t('detail.speedNoneHour')]
  return (
    <HourChart
      starts={hours.map(({ since }) => since)}
      height={72}
      scale={[ceiling, ceiling / 2, 0].map((ms) => (ms === 0 ? '0' : format(ms)))}
      sliderLabel={t('detail.speedLabel')}
      textOf={(index) => linesOf(index).join(', ')}
      tipOf={linesOf}
      table={{
        caption: t('detail.speedLabel'),
        hour: t('detail.hour'),
        columns: NAMES,
        cells: cellsOf,
      }}
    >
      {failingSince !== null && <Outage since={failingSince} hours={hours} />}
      <svg
        className={classes['lines']}
        viewBox={`0 0 ${hours.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {NAMES.map((name) => (
          <path
            key={name}
            data-line={name}
            d={latencyPath(
              hours.map((hour) => hour.latency_ms?.[name] ?? null),
              ceiling,
            )}
          />
        ))}
      </svg>
    </HourChart>
  )
}

function Outage({ since, hours }: { since: string; hours: readonly Hour[] }) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  const start = Date.parse(hours[0]?.since ?? since)
  const share = (Date.parse(since) - start) / (hours.length * HOUR_MS)
  if (share >= 1) return null
  const left = Math.max(0, share) * 100
  const time = clock(new Date(since), locale)
  return (
    <>
      <div className={classes['outage']} style={{ left: `${left}%` }} />
      <span
        className={classes['since']}
        style={
          left > 50 ? { right: `calc(${100 - left}% + 8px)` } : { left: `calc(${left}% + 8px)` }
        }
      >
        {t('detail.failingSince', { time })}
      </span>
    </>
  )
}
