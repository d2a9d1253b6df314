// Tasks created and completed over time: two lines, drawn here, because a library for them is larger than the
// whole screen.
import type { Overview } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import classes from './flow-chart.module.css'
import { countPastBuckets } from './past-buckets.ts'

const WIDTH = 720
const HEIGHT = 190
const LINES = 4

/** The least round number that all values fit under, with room for whole steps. */
function ceilingOf(values: readonly number[]): number {
  const most = Math.max(LINES, ...values)
  const size = 10 ** Math.floor(Math.log10(most))
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * size >= most) ?? 10
  return Math.ceil((step * size) / LINES) * LINES
}

function pathOf(values: readonly number[], ceiling: number): string {
  const last = Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const x = (index / last) * WIDTH
    const y = HEIGHT - (value / ceiling) * HEIGHT
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}

export function FlowChart({ overview }: { overview: Overview }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const { arrived, completed } = overview.stages
  const count = countPastBuckets(arrived.series, completed.series)
  const lines = [arrived.series.slice(0, count), completed.series.slice(0, count)] as const
  const ceiling = ceilingOf(lines.flat())
  const [created, curve] = lines.map((line) => pathOf(line, ceiling))
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: overview.time_zone,
    ...(overview.range === '24h'
      ? { weekday: 'short', hour: '2-digit', minute: '2-digit' }
      : { day: 'numeric', month: 'short' }),
  })
  const names = overview.buckets.slice(0, count).map((at) => format.format(new Date(at)))
  const marks = [0, 1, 2, 3, 4].map((part) => names[Math.round((part / 4) * (names.length - 1))])
  const sums = { created: arrived.entered, completed: completed.entered }
  return (
    <div className={classes['chart']}>
      <div className={classes['scale']} aria-hidden="true">
        {Array.from({ length: LINES + 1 }, (_, line) => (
          <span key={line}>{((ceiling / LINES) * (LINES - line)).toLocaleString(locale)}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chartLabel', sums)}
      >
        {Array.from({ length: LINES + 1 }, (_, line) => (
          <line
            key={line}
            className={classes['grid']}
            x1="0"
            x2={WIDTH}
            y1={(line / LINES) * HEIGHT}
            y2={(line / LINES) * HEIGHT}
          />
        ))}
        <path className={classes['area']} d={`${curve}V${HEIGHT}H0Z`} />
        <path className={classes['created']} d={created} />
        <path className={classes['completed']} d={curve} />
      </svg>
      <div className={classes['times']} aria-hidden="true">
        {marks.map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- places along the line, which have no other name
          <span key={index}>{name}</span>
        ))}
      </div>
    </div>
  )
}
