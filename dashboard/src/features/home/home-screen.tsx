// Home: the flow of tasks, how it went, and what needs attention.
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Overview, OverviewRange } from '@task-service/contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { PageAction } from '#components/page/page-action.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { useActions } from '#lib/actions.ts'
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import type { CardQuery } from './card-state.tsx'
import { AttentionCard } from './cards/attention-card.tsx'
import { countSteps, FirstSteps } from './cards/first-steps.tsx'
import { QueuesCard } from './cards/queues-card.tsx'
import { WorkloadCard } from './cards/workload-card.tsx'
import { FlowCard } from './flow/flow-card.tsx'
import classes from './home.module.css'
import { useFlow, useOverview } from './home-queries.ts'
import { completeBuckets, isLongEnough } from './trend/buckets.ts'
import { TrendCard } from './trend/trend-card.tsx'

const RANGES = ['24h', '7d', '30d'] as const satisfies OverviewRange[]

export function HomeScreen() {
  const { t } = useTranslation('home')
  const [address, change] = useAddress()
  const range = RANGES.find((one) => one === address['range']) ?? '24h'
  const flow = useFlow(range)
  const overview = useOverview(range)
  return (
    <Page
      title={t('title')}
      meta={<Now />}
      actions={
        <>
          <Segments<OverviewRange>
            label={t('range')}
            value={range}
            onChange={(next) => change({ range: next === '24h' ? undefined : next })}
            segments={RANGES.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          />
          <NewTask />
        </>
      }
    >
      <div className={classes['home']}>
        <FlowCard query={flow} />
        <Cards overview={overview} />
      </div>
    </Page>
  )
}

function Now() {
  const locale = useLocale()
  const text = useNow().toLocaleString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return <span className={classes['now']}>{text}</span>
}

/** In a new workspace the first steps stand where the charts will be. */
function Cards({ overview }: { overview: CardQuery<Overview> }) {
  const { data } = overview
  const hasSteps = data !== undefined && countSteps(data.first_run).left > 0
  const hasChart = data === undefined || isLongEnough(data, completeBuckets(data))
  return (
    <>
      <div className={classes['grid']}>
        {hasSteps && !hasChart ? (
          <FirstSteps facts={data.first_run} />
        ) : (
          <TrendCard query={overview} />
        )}
        <QueuesCard />
        <AttentionCard query={overview} />
        <WorkloadCard query={overview} />
      </div>
      {hasSteps && hasChart && <FirstSteps facts={data.first_run} />}
    </>
  )
}

/** Added in the list, where it then appears. */
function NewTask() {
  const { t } = useTranslation('home')
  const navigate = useNavigate()
  const run = useCallback(() => void navigate({ to: '/tasks', search: { new: '1' } }), [navigate])
  const label = t('newTask')
  useKeys(useMemo(() => [{ keys: 'c', group: 'general' as const, label, run }], [label, run]))
  useActions(
    useMemo(
      () => ({ actions: [{ id: 'new', label, icon: IconPlus, keys: 'c', run }] }),
      [label, run],
    ),
  )
  return (
    <PageAction
      icon={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
      label={label}
      keys="c"
      onClick={run}
    />
  )
}
