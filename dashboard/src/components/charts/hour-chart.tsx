// The frame of a chart by the hour: scale, grid, times and a tooltip, drawn here, because a library for it is larger than the
// screen. The arrow keys move through the hours, and a table contains the same values for screen readers.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { clock } from '#lib/clock.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './hour-chart.module.css'

const HOUR_MS = 3_600_000

export type HourTable = {
  caption: string
  hour: string
  columns: readonly string[]
  cells: (index: number) => readonly (string | number)[]
}

export type HourChartProps = {
  /** At least one. */
  starts: readonly string[]
  height: number
  /** Labels at the left, the topmost first. */
  scale: readonly string[]
  sliderLabel: string
  /** The values of an hour as one sentence. */
  textOf: (index: number) => string
  /** The same as lines of the tooltip. */
  tipOf: (index: number) => readonly string[]
  table: HourTable
  /** Drawn over the grid. */
  children: ReactNode
}

export function HourChart(props: HourChartProps) {
  const { starts, height, scale } = props
  const locale = useLocale()
  const nameOf = (index: number) => {
    const start = Date.parse(starts[index] ?? '')
    return `${clock(new Date(start), locale)}–${clock(new Date(start + HOUR_MS), locale)}`
  }
  return (
    <div className={classes['chart']} style={{ gridTemplateRows: `${height}px 20px` }}>
      <div className={classes['scale']} aria-hidden="true">
        {scale.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <Plot {...props} nameOf={nameOf} />
      <Times starts={starts} />
      <Table starts={starts} table={props.table} nameOf={nameOf} />
    </div>
  )
}

function Plot({
  starts,
  scale,
  sliderLabel,
  textOf,
  tipOf,
  nameOf,
  children,
}: HourChartProps & { nameOf: (index: number) => string }) {
  const [at, setAt] = useState<number>()
  const last = starts.length - 1
  const shown = at ?? last
  const press = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at ?? starts.length, last)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  return (
    <div
      className={classes['plot']}
      role="slider"
      tabIndex={0}
      aria-label={sliderLabel}
      aria-valuemin={1}
      aria-valuemax={starts.length}
      aria-valuenow={shown + 1}
      aria-valuetext={`${nameOf(shown)}: ${textOf(shown)}`}
      onKeyDown={press}
      onFocus={() => setAt((now) => now ?? last)}
      onBlur={() => setAt(undefined)}
      onPointerLeave={() => setAt(undefined)}
    >
      <Grid lines={scale.length} starts={starts} at={at} onHover={setAt} />
      <div className={classes['drawing']}>{children}</div>
      {at !== undefined && (
        <Tip name={nameOf(at)} lines={tipOf(at)} share={(at + 0.5) / starts.length} />
      )}
    </div>
  )
}

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

function Grid({
  lines,
  starts,
  at,
  onHover,
}: {
  lines: number
  starts: readonly string[]
  at: number | undefined
  onHover: (at: number) => void
}) {
  return (
    <>
      <div className={classes['grid']}>
        {Array.from({ length: lines }, (_, line) => (
          <i key={line} />
        ))}
      </div>
      <div className={classes['hours']}>
        {starts.map((start, index) => (
          <span
            key={start}
            data-at={index === at || undefined}
            onPointerEnter={() => onHover(index)}
          />
        ))}
      </div>
    </>
  )
}

/** At the side of the hour that has more room. */
const placeOf = (share: number) =>
  share > 0.5
    ? { right: `calc(${(1 - share) * 100}% + 14px)` }
    : { left: `calc(${share * 100}% + 14px)` }

function Tip({ name, lines, share }: { name: string; lines: readonly string[]; share: number }) {
  return (
    <div className={classes['tip']} aria-hidden="true" style={placeOf(share)}>
      <b>{name}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  )
}

function Times({ starts }: { starts: readonly string[] }) {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const marks = [starts[0], starts[Math.floor(starts.length / 2)], starts.at(-1)]
  return (
    <div className={classes['times']} aria-hidden="true">
      {[...new Set(marks)].map(
        (start) => start && <span key={start}>{format.format(new Date(start))}</span>,
      )}
    </div>
  )
}

function Table({
  starts,
  table,
  nameOf,
}: {
  starts: readonly string[]
  table: HourTable
  nameOf: (index: number) => string
}) {
  return (
    <div className="hidden-text">
      <table>
        <caption>{table.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{table.hour}</th>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts.map((start, index) => (
            <tr key={start}>
              <th scope="row">{nameOf(index)}</th>
              {table.cells(index).map((cell, column) => (
                <td key={table.columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
