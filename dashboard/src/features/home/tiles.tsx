// Five figures in the order of the flow; each links to its tasks.
import { IconInbox } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Overview } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { formatPercent } from '#lib/rate.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './home.module.css'
import { countPastBuckets } from './past-buckets.ts'
import { Spark } from './spark.tsx'

type Bounded = { count: number; is_at_least: boolean }

function useFigures() {
  const locale = useLocale()
  const print = (count: number) => count.toLocaleString(locale)
  return {
    print,
    bounded: ({ count, is_at_least: isMore }: Bounded) => `${print(count)}${isMore ? '+' : ''}`,
  }
}

export function Tiles({ overview }: { overview: Overview }) {
  const { t } = useTranslation('home')
  const { print, bounded } = useFigures()
  const { arrived, open, in_progress: working, waiting, completed } = overview.stages
  const people = Math.max(0, working.now.count - working.with_agents)
  return (
    <div className={classes['tiles']}>
      <Tile
        icon={<IconInbox size={18} stroke={1.75} aria-hidden="true" />}
        word={t('created')}
        status="all"
        figure={print(arrived.entered)}
        series={arrived.series}
      >
        <Change now={arrived.entered} before={arrived.entered_before} />
      </Tile>
      <Tile
        icon={<StatusIcon stage="ready" size={18} />}
        word={t('open')}
        status="triage,ready"
        figure={bounded(open.now)}
        series={open.series}
      >
        {t('entered', { count: open.entered })}
      </Tile>
      <Tile
        icon={<StatusIcon stage="in_progress" size={18} />}
        word={t('inProgress')}
        status="in_progress"
        figure={bounded(working.now)}
        series={working.series}
      >
        {t('split', { people: print(people), agents: print(working.with_agents) })}
      </Tile>
      <Tile
        icon={<StatusIcon stage="input_required" size={18} />}
        word={t('waiting')}
        status="input_required,in_review"
        figure={bounded(waiting.now)}
        series={waiting.series}
      >
        {t('entered', { count: waiting.entered })}
      </Tile>
      <Tile
        icon={<StatusIcon stage="completed" size={18} />}
        word={t('completed')}
        status="completed"
        figure={print(completed.entered)}
        series={completed.series}
        isGood
      >
        <Change isGood now={completed.entered} before={completed.entered_before} />
      </Tile>
    </div>
  )
}

function Tile({
  icon,
  word,
  status,
  figure,
  series,
  isGood = false,
  children,
}: {
  icon: ReactNode
  word: string
  status: string
  figure: string
  series: readonly number[]
  isGood?: boolean
  children: ReactNode
}) {
  return (
    <Link className={classes['tile']} to="/tasks" search={{ status }}>
      <div className={classes['word']}>
        {icon}
        {word}
      </div>
      <div className={classes['number']}>{figure}</div>
      <div className={classes['change']}>{children}</div>
      <Spark values={series.slice(0, countPastBuckets(series))} isGood={isGood} />
    </Link>
  )
}

function Change({
  now,
  before,
  isGood = false,
}: {
  now: number
  before: number
  isGood?: boolean
}) {
  const { t } = useTranslation('home')
  const locale = useLocale()
  if (before === 0) return t('noPrevious')
  const percent = Math.round(((now - before) / before) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '±'
  return (
    <>
      <b data-good={(isGood && percent > 0) || undefined}>
        {sign}
        {formatPercent(Math.abs(percent) / 100, locale)}
      </b>{' '}
      {t('vsPrevious')}
    </>
  )
}
