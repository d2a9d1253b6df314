// The two charts with one axis, one crosshair and one tooltip, which the pointer and the arrow keys move; a table has the same
// values for screen readers.
import { useComputedColorScheme } from '@mantine/core'
import type { Overview } from '@task-service/contract'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import type { Bucket } from './buckets.ts'
import { Plots } from './plots.tsx'
import classes from './trend.module.css'
import { TrendTable } from './trend-table.tsx'
import { type BucketTexts, useBucketTexts } from './use-bucket-texts.ts'

export function TrendCharts({
  overview,
  buckets,
}: {
  overview: Overview
  buckets: readonly Bucket[]
}) {
  const { t } = useTranslation('home')
  const scheme = useComputedColorScheme('light')
  const [at, setAt] = useState<number>()
  const texts = useBucketTexts(overview)
  const last = buckets.length - 1
  const shown = Math.min(at ?? last, last)
  const bucket = buckets[shown]
  const press = (event: KeyboardEvent) => {
    const next = stepOf(event.key, at ?? buckets.length, last)
    if (next === undefined) return
    event.preventDefault()
    setAt(next)
  }
  return (
    <>
      <div
        className={classes['plots']}
        role="slider"
        tabIndex={0}
        aria-label={t('trend.slider')}
        aria-valuemin={1}
        aria-valuemax={buckets.length}
        aria-valuenow={shown + 1}
        aria-valuetext={bucket && texts.sentence(bucket)}
        onKeyDown={press}
        onFocus={() => setAt((now) => now ?? last)}
        onBlur={() => setAt(undefined)}
        onPointerLeave={() => setAt(undefined)}
      >
        {/* Drawn again in other colors. */}
        <Plots key={scheme} {...{ overview, buckets, at, texts }} onPoint={setAt} />
        <Median overview={overview} />
        {at !== undefined && bucket && (
          <Tip bucket={bucket} texts={texts} share={(shown + 0.5) / buckets.length} />
        )}
      </div>
      <TrendTable buckets={buckets} texts={texts} range={overview.range} />
    </>
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

function Median({ overview }: { overview: Overview }) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const median = overview.median_ms_to_complete
  return (
    <div className={classes['second']} aria-hidden="true">
      <b>{t('trend.times')}</b>
      <span className={classes['legend']}>
        <span data-line="median">
          {t('trend.median')} {median !== null && <b>{describeSpan(median, common)}</b>}
        </span>
        <span data-line="band">{t('trend.band')}</span>
      </span>
    </div>
  )
}

/** At the side of the crosshair that has more room. */
const placeOf = (share: number) =>
  share > 0.5
    ? { right: `calc(${((1 - share) * 100).toFixed(2)}% + 14px)` }
    : { left: `calc(${(share * 100).toFixed(2)}% + 44px)` }

function Tip({ bucket, texts, share }: { bucket: Bucket; texts: BucketTexts; share: number }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const lines = [
    ['created', t('trend.created'), bucket.created.toLocaleString(locale)],
    ['completed', t('trend.completed'), bucket.completed.toLocaleString(locale)],
    ['median', t('trend.median'), texts.median(bucket)],
    ['band', t('trend.bandShort'), texts.band(bucket)],
  ] as const
  return (
    <div className={classes['tip']} data-tip aria-hidden="true" style={placeOf(share)}>
      <span>{texts.name(bucket)}</span>
      {lines.map(([line, word, value]) => (
        <span key={line} className={classes['tipLine']}>
          <span className={classes['key']} data-line={line}>
            {word}
          </span>
          <b>{value}</b>
        </span>
      ))}
    </div>
  )
}
