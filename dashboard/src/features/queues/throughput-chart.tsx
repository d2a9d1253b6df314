// Claimed and completed tasks hour by hour: bars and a line, drawn here, because a library for them is larger than the
// whole screen. The arrow keys move through the hours, and a table says the same to screen readers.
import type { QueueHistory } from '@task-service/contract'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '#lib/clock.ts'
import { useLocale } from '#lib/use-locale.ts'
import { ceilingOf, LINES } from './ceiling.ts'
import classes from './throughput-chart.module.css'

type Hour = QueueHistory['hours'][number]

const HOUR_MS = 3_600_000

export function ThroughputChart({ hours }: { hours: readonly Hour[] }) {
  const { t } = useTranslation('queues')
  const locale = useLocale()
  const [at, setAt] = useState<number>()
  const ceiling = ceilingOf(hours.flatMap(({ claimed, completed }) => [claimed, completed]))
  const shown = at === undefined ? undefined : hours[at]
  const nameOf = ({ start }: Hour) =>
    `${clock(new Date(start), locale)}–${clock(new Date(Date.parse(start) + HOUR_MS), locale)}`
  const textOf = (hour: Hour) =>
    `${nameOf(hour)}: ${t('throughput.values', valuesOf(hour, locale))}`
  const last = hours.length - 1
  const press = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at ?? hours.length, last)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  return (
    <div className={classes['chart']}>
      <Scale ceiling={ceiling} />
      <div
        className={classes['plot']}
        role="slider"
        tabIndex={0}
        aria-label={t('throughput.slider')}
        aria-valuemin={1}
        aria-valuemax={hours.length}
        aria-valuenow={(at ?? last) + 1}
        aria-valuetext={textOf(shown ?? (hours[last] as Hour))} // a history has hours
        onKeyDown={press}
        onFocus={() => setAt((now) => now ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
      >
        <Plot hours={hours} ceiling={ceiling} at={at} onHover={setAt} />
        {shown && at !== undefined && (
          <div
            className={classes['tip']}
            aria-hidden="true"
            style={placeOf((at + 0.5) / hours.length)}
          >
            <b>{nameOf(shown)}</b>
            <span>{t('throughput.claimedBy', valuesOf(shown, locale))}</span>
            <span>{t('throughput.completedBy', valuesOf(shown, locale))}</span>
            {shown.expired > 0 && (
              <span>{t('throughput.expiredSum', { count: shown.expired })}</span>
            )}
          </div>
        )}
      </div>
      <Times hours={hours} />
      <Table hours={hours} nameOf={nameOf} />
    </div>
  )
}

/** At the side of the hour that has more room. */
const placeOf = (share: number) =>
  share > 0.5
    ? { right: `calc(${(1 - share) * 100}% + 14px)` }
    : { left: `calc(${share * 100}% + 14px)` }

const valuesOf = ({ claimed, completed, expired }: Hour, locale: string) => ({
  claimed: claimed.toLocaleString(locale),
  completed: completed.toLocaleString(locale),
  expired: expired.toLocaleString(locale),
})

function stepOf(key: string, at: number, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, at - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(last, at + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

function Scale({ ceiling }: { ceiling: number }) {
  const locale = useLocale()
  return (
    <div className={classes['scale']} aria-hidden="true">
      {Array.from({ length: LINES + 1 }, (_, line) => (
        <span key={line}>{((ceiling / LINES) * (LINES - line)).toLocaleString(locale)}</span>
      ))}
    </div>
  )
}

function Plot({
  hours,
  ceiling,
  at,
  onHover,
}: {
  hours: readonly Hour[]
  ceiling: number
  at: number | undefined
  onHover: (at: number) => void
}) {
  const points = hours.map(
    ({ completed }, index) => `${index + 0.5},${((1 - completed / ceiling) * 100).toFixed(2)}`,
  )
  return (
    <>
      <div className={classes['grid']}>
        {Array.from({ length: LINES + 1 }, (_, line) => (
          <i key={line} />
        ))}
      </div>
      <div className={classes['bars']}>
        {hours.map(({ start, claimed }, index) => (
          <span
            key={start}
            data-at={index === at || undefined}
            onPointerEnter={() => onHover(index)}
          >
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

function Times({ hours }: { hours: readonly Hour[] }) {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const marks = [hours[0], hours[Math.floor(hours.length / 2)], hours.at(-1)]
  return (
    <div className={classes['times']} aria-hidden="true">
      {marks.map(
        (hour) => hour && <span key={hour.start}>{format.format(new Date(hour.start))}</span>,
      )}
    </div>
  )
}

function Table({ hours, nameOf }: { hours: readonly Hour[]; nameOf: (hour: Hour) => string }) {
  const { t } = useTranslation('queues')
  return (
    <div className="hidden-text">
      <table>
        <caption>{t('throughput.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('throughput.hour')}</th>
            <th scope="col">{t('throughput.claimed')}</th>
            <th scope="col">{t('throughput.completed')}</th>
            <th scope="col">{t('throughput.expired')}</th>
          </tr>
        </thead>
        <tbody>
          {hours.map((hour) => (
            <tr key={hour.start}>
              <th scope="row">{nameOf(hour)}</th>
              <td>{hour.claimed}</td>
              <td>{hour.completed}</td>
              <td>{hour.expired}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
