// Created and completed tasks, and how long they took: two charts on one axis, or figures while there is too little to draw.
import { Skeleton } from '@mantine/core'
import type { Overview } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { Card } from '#components/surface/card.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { type CardQuery, CardState } from '../card-state.tsx'
import { completeBuckets, isLongEnough } from './buckets.ts'
import classes from './trend.module.css'

/** With the chart library, which no other screen needs. */
const TrendCharts = onDemand(async () => (await import('./trend-charts.tsx')).TrendCharts, {
  placeholder: () => <Skeleton height="100%" />,
})

export function TrendCard({ query }: { query: CardQuery<Overview> }) {
  const { t } = useTranslation('home')
  const { data } = query
  return (
    <Card
      bleed
      title={t('trend.title')}
      meta={data && t(`trend.per.${data.range}`)}
      action={data && <Legend />}
    >
      <div className={classes['trend']}>
        <CardState query={query} what={t('trend.title')} skeleton={<Skeleton height={196} />}>
          {(overview) => <Trend overview={overview} />}
        </CardState>
      </div>
    </Card>
  )
}

function Legend() {
  const { t } = useTranslation('home')
  return (
    <span className={classes['legend']} aria-hidden="true">
      <span data-line="created">{t('trend.created')}</span>
      <span data-line="completed">{t('trend.completed')}</span>
    </span>
  )
}

function Trend({ overview }: { overview: Overview }) {
  const buckets = useMemo(() => completeBuckets(overview), [overview])
  if (!isLongEnough(overview, buckets)) return <Figures overview={overview} />
  return <TrendCharts overview={overview} buckets={buckets} />
}

function Figures({ overview }: { overview: Overview }) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  const { arrived, completed } = overview.stages
  return (
    <div className={classes['figures']}>
      <b>{t('trend.createdSum', { figure: arrived.entered.toLocaleString(locale) })}</b>
      <b>{t('trend.completedSum', { figure: completed.entered.toLocaleString(locale) })}</b>
      <p>{t(`trend.tooShort.${overview.range}`)}</p>
    </div>
  )
}
