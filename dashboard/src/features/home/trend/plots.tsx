// The drawing of both charts by uPlot. Crosshair and points follow `at` by pointer and keys.
import { useElementSize } from '@mantine/hooks'
import type { Overview } from '@task-service/contract'
import { useEffect, useMemo, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLatest } from '#lib/use-latest.ts'
import type { Bucket } from './buckets.ts'
import { COUNTS_HEIGHT, countsOptions, dataOf, TIMES_HEIGHT, timesOptions } from './plot-options.ts'
import classes from './trend.module.css'
import type { BucketTexts } from './use-bucket-texts.ts'

export type PlotProps = {
  overview: Overview
  buckets: readonly Bucket[]
  at: number | undefined
  texts: BucketTexts
  onPoint: (at: number | undefined) => void
}

export function Plots({ overview, buckets, at, texts, onPoint }: PlotProps) {
  const { ref, width } = useElementSize()
  const counts = useRef<HTMLDivElement>(null)
  const times = useRef<HTMLDivElement>(null)
  const plots = useRef<UPlot[]>([])
  const point = useLatest(onPoint)
  const wanted = useLatest(at)
  const data = useMemo(() => dataOf(buckets), [buckets])
  useEffect(() => {
    if (!counts.current || !times.current || width === 0) return
    const parts = { buckets, texts, width, onPoint: (next: number) => point()(next) }
    const made = [
      new UPlot(countsOptions(parts), data.counts, counts.current),
      new UPlot(timesOptions(parts), data.times, times.current),
    ]
    plots.current = made
    for (const plot of made) pointTo(plot, wanted())
    return () => {
      plots.current = []
      for (const plot of made) plot.destroy()
    }
  }, [buckets, texts, width, data, point, wanted])
  useEffect(() => {
    for (const plot of plots.current) pointTo(plot, at)
  }, [at])
  return (
    <div ref={ref} className={classes['drawing']} data-range={overview.range}>
      <div ref={counts} style={{ height: COUNTS_HEIGHT }} data-plot="counts" />
      <div ref={times} style={{ height: TIMES_HEIGHT }} data-plot="times" />
    </div>
  )
}

/** Without calling the hook, which would report the position back. */
function pointTo(plot: UPlot, at: number | undefined): void {
  const left = at === undefined ? -10 : plot.valToPos(at, 'x')
  plot.setCursor({ left, top: at === undefined ? -10 : plot.over.clientHeight / 2 }, false)
}
