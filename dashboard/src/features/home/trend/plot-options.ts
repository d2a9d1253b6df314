// How uPlot draws the two charts. They have the same room at their sides, so that an hour is at the same place in both.
import UPlot, { type AlignedData, type Axis, type Options, type Series } from 'uplot'
import { type Bucket, countCeiling, marksOf, spanCeiling } from './buckets.ts'
import type { BucketTexts } from './use-bucket-texts.ts'

/** The space between them is the title of the second one. */
export const COUNTS_HEIGHT = 96
export const TIMES_HEIGHT = 74
const AXIS_HEIGHT = 22
const SCALE_WIDTH = 40
const RIGHT = 28
const FONT = "500 11px 'Inter Variable', Inter, system-ui, sans-serif"

export type PlotParts = {
  buckets: readonly Bucket[]
  texts: BucketTexts
  width: number
  onPoint: (at: number) => void
}

export function dataOf(buckets: readonly Bucket[]): { counts: AlignedData; times: AlignedData } {
  const places = buckets.map((_, place) => place)
  return {
    counts: [
      places,
      buckets.map(({ created }) => created),
      buckets.map(({ completed }) => completed),
    ],
    times: [
      places,
      buckets.map(({ times }) => times?.p90 ?? null),
      buckets.map(({ times }) => times?.p25 ?? null),
      buckets.map(({ times }) => times?.median ?? null),
    ],
  }
}

/** Read when it is drawn, because the color scheme may have changed. */
const color = (name: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const faded = (name: string, share: number) => () =>
  `color-mix(in srgb, ${color(name)()} ${share * 100}%, transparent)`

const line = (name: string, more: Partial<Series> = {}): Series => ({
  stroke: color(name),
  width: 1.75,
  points: { show: false },
  spanGaps: false,
  ...(UPlot.paths.spline && { paths: UPlot.paths.spline() }),
  ...more,
})

function scaleAxis(top: number, print: (value: number) => string): Axis {
  return {
    scale: 'y',
    size: SCALE_WIDTH,
    gap: 6,
    font: FONT,
    stroke: color('--text-3'),
    splits: () => [0, top / 2, top],
    values: (_, splits) => splits.map(print),
    grid: { stroke: color('--border'), width: 1, dash: [3, 4] },
    ticks: { show: false },
  }
}

function timeAxis({ buckets, texts }: PlotParts): Axis {
  const marks = marksOf(buckets.length)
  const last = marks.length - 1
  return {
    size: AXIS_HEIGHT,
    gap: 6,
    font: FONT,
    stroke: color('--text-3'),
    splits: () => marks,
    values: () =>
      marks.map((mark, index) =>
        texts.mark(buckets[mark]?.start ?? '', index === 0 || index === last),
      ),
    grid: { show: false },
    ticks: { show: false },
  }
}

function options(
  parts: PlotParts,
  own: Pick<Options, 'height' | 'series' | 'axes'> & Partial<Options>,
): Options {
  const { buckets, width, onPoint } = parts
  const hasAxis = own.axes?.[0]?.show !== false
  return {
    width,
    legend: { show: false },
    padding: [8, RIGHT, hasAxis ? 0 : 8, 0],
    ...own,
    scales: {
      x: { time: false, range: () => [-0.5, buckets.length - 0.5] },
      ...own.scales,
    },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { size: 7, width: 1.75, fill: color('--surface') },
    },
    hooks: {
      setCursor: [
        ({ cursor }) => {
          if (typeof cursor.idx === 'number' && (cursor.left ?? -1) >= 0) onPoint(cursor.idx)
        },
      ],
    },
  }
}

export function countsOptions(parts: PlotParts): Options {
  const { buckets, texts } = parts
  const top = countCeiling(Math.max(...buckets.flatMap((one) => [one.created, one.completed])))
  return options(parts, {
    height: COUNTS_HEIGHT,
    scales: { y: { range: () => [0, top] } },
    series: [
      {},
      line('--line-neutral', { dash: [4, 3] }),
      line('--green', { fill: faded('--green', 0.1) }),
    ],
    axes: [{ show: false }, scaleAxis(top, texts.print)],
  })
}

export function timesOptions(parts: PlotParts): Options {
  const { buckets, texts } = parts
  const top = spanCeiling(Math.max(0, ...buckets.map(({ times }) => times?.p90 ?? 0)))
  const none = { stroke: 'transparent', width: 0 }
  return options(parts, {
    height: TIMES_HEIGHT,
    scales: { y: { range: () => [0, top] } },
    series: [{}, line('--accent', none), line('--accent', none), line('--accent')],
    bands: [{ series: [1, 2], fill: faded('--accent', 0.14) }],
    axes: [timeAxis(parts), scaleAxis(top, (ms) => (ms === 0 ? '0' : texts.span(ms)))],
  })
}
