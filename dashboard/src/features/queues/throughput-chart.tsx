// Claimed and completed tasks hour by hour: bars and a line.
import type { QueueHistory } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ceilingOf, LINES } from '#components/charts/ceiling.ts'
import { HourChart } from '#components/charts/hour-chart.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './throughput-chart.module.css'

type Hour = QueueHistory['hours'][number]

export function ThroughputChart({ hours }: { hours: readonly Hour[] }) {
  const { t } = useTranslation('queues')
  const locale = useLocale()
  const ceiling = ceilingOf(hours.flatMap(({ claimed, completed }) => [claimed, completed]))
  const hourAt = (index: number) => hours[index] as Hour // the chart asks for its hours only
  return (
    <HourChart
      starts={hours.map(({ start }) => start)}
      height={180}
      scale={Array.from({ length: LINES + 1 }, (_, line) =>
        ((ceiling / LINES) * (LINES - line)).toLocaleString(locale),
      )}
      sliderLabel={t('throughput.slider')}
      textOf={(index) => t('throughput.values', valuesOf(hourAt(index), locale))}
      tipOf={(index) => {
        const { expired } = hourAt(index)
        return [
          t('throughput.claimedBy', valuesOf(hourAt(index), locale)),
          t('throughput.completedBy', valuesOf(hourAt(index), locale)),
          ...(expired > 0 ? [t('throughput.expiredSum', { count: expired })] : []),
        ]
      }}
      table={{
        caption: t('throughput.caption'),
        hour: t('throughput.hour'),
        columns: [t('throughput.claimed'), t('throughput.completed'), t('throughput.expired')],
        cells: (index) => {
          const { claimed, completed, expired } = hourAt(index)
          return [claimed, completed, expired]
        },
      }}
    >
      <Drawing hours={hours} ceiling={ceiling} />
    </HourChart>
  )
}

const valuesOf = ({ claimed, completed, expired }: Hour, locale: string) => ({
  claimed: claimed.toLocaleString(locale),
  completed: completed.toLocaleString(locale),
  expired: expired.toLocaleString(locale),
})

function Drawing({ hours, ceiling }: { hours: readonly Hour[]; ceiling: number }) {
  const points = hours.map(
    ({ completed }, index) => `${index + 0.5},${((1 - completed / ceiling) * 100).toFixed(2)}`,
  )
  return (
    <>
      <div className={classes['bars']}>
        {hours.map(({ start, claimed }) => (
          <span key={start}>
            <i style={{ height: `${(claimed / ceiling) * 100}%` }} />
          </span>
        ))}
      </div>
      <svg
        className={classes['line']}
        viewBox={`0 0 ${hours.length} 100`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline points={points.join(' ')} />
      </svg>
    </>
  )
}
