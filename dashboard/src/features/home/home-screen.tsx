// Home: the flow of tasks, and what needs attention.
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Overview, OverviewRange } from '@task-service/contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { PageAction } from '#components/page/page-action.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { useActions } from '#lib/actions.ts'
import { useKeys } from '#lib/keys.ts'
import { describeSpan } from '#lib/span.ts'
import { useAddress } from '#lib/use-address.ts'
import { AttentionCard } from './cards/attention-card.tsx'
import { EndpointsCard } from './cards/endpoints-card.tsx'
import { FirstSteps } from './cards/first-steps.tsx'
import { SourcesCard } from './cards/sources-card.tsx'
import { WorkersCard } from './cards/workers-card.tsx'
import { FlowChart } from './flow-chart.tsx'
import classes from './home.module.css'
import { Tiles } from './tiles.tsx'
import { useOverview } from './use-overview.ts'

const RANGES = ['24h', '7d', '30d'] as const satisfies OverviewRange[]

export function HomeScreen() {
  const { t } = useTranslation('home')
  const [address, change] = useAddress()
  const range = RANGES.find((one) => one === address['range']) ?? '24h'
  const overview = useOverview(range)
  return (
    <Page
      title={t('title')}
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
      {overview.isError && (
        <ErrorState
          what={t('title')}
          error={overview.error}
          onRetry={() => void overview.refetch()}
        />
      )}
      {overview.isPending && <RowSkeleton rows={6} height={58} />}
      {overview.data && <Found overview={overview.data} />}
    </Page>
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

function Found({ overview }: { overview: Overview }) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const median = overview.median_ms_to_complete
  return (
    <div className={classes['home']}>
      <FirstSteps facts={overview.first_run} />
      <Tiles overview={overview} />
      <div className={classes['grid']}>
        <Card
          bleed
          title={t('flow')}
          meta={
            <span className={classes['legend']}>
              <span>{t('created')}</span>
              <span>{t('completed')}</span>
            </span>
          }
          action={
            median !== null && (
              <span className={classes['median']}>
                {t('median')}
                <b>{describeSpan(median, common)}</b>
              </span>
            )
          }
        >
          <div className={classes['chart']}>
            <FlowChart overview={overview} />
          </div>
        </Card>
        <WorkersCard workers={overview.workers} />
        <AttentionCard items={overview.attention} />
        <div className={classes['stack']}>
          <SourcesCard />
          <EndpointsCard />
        </div>
      </div>
    </div>
  )
}
