// The live flow: five stages from the sources to the confirmation, as a graph, or as a list where there is no room for it.
import { Button, Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { TaskFlow } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { type CardQuery, CardState } from '../card-state.tsx'
import classes from './flow.module.css'
import { FlowGraph } from './flow-graph.tsx'
import { FlowList } from './flow-list.tsx'
import { FlowTable } from './flow-table.tsx'
import { LEAST_WIDTH } from './layout.ts'
import { STAGE_NAMES, stagesOf } from './stages.ts'
import { useFlowTexts } from './use-flow-texts.ts'
import { useQueueLevels } from './use-queue-levels.ts'

export function FlowCard({ query }: { query: CardQuery<TaskFlow> }) {
  const { t } = useTranslation('home')
  const { data } = query
  return (
    <Card
      bleed
      title={t('flow.title')}
      meta={data && <Rates flow={data} />}
      action={data && <Legend />}
    >
      <div className={classes['flow']}>
        <CardState query={query} what={t('flow.title')} skeleton={<FlowSkeleton />}>
          {(flow) => <Flow flow={flow} />}
        </CardState>
      </div>
    </Card>
  )
}

function Rates({ flow }: { flow: TaskFlow }) {
  const { t } = useTranslation('home')
  const { hour } = useFlowTexts(flow)
  return (
    <>
      <span className={classes['wide']}>{t('flow.rates', { hour })}</span>
      <span className={classes['narrow']}>{t('flow.ratesShort', { hour })}</span>
      {flow.counted_since !== null && ` ${t('flow.newest')}`}
    </>
  )
}

function Legend() {
  const { t } = useTranslation('home')
  return (
    <span className={classes['legend']} aria-hidden="true">
      {(['moving', 'rejected', 'held'] as const).map((kind) => (
        <span key={kind} data-kind={kind}>
          {t(`flow.${kind}`)}
        </span>
      ))}
    </span>
  )
}

function Flow({ flow }: { flow: TaskFlow }) {
  const { ref, width } = useElementSize()
  const levels = useQueueLevels()
  const texts = useFlowTexts(flow)
  const stages = useMemo(() => stagesOf(flow, levels.late), [flow, levels.late])
  const parts = { flow, stages, levels, texts }
  return (
    <div ref={ref} className={classes['inside']}>
      {width >= LEAST_WIDTH && <FlowGraph {...parts} width={width} />}
      {width > 0 && width < LEAST_WIDTH && <FlowList {...parts} />}
      <FlowTable {...parts} />
      {isEmpty(flow) && <NoTasks />}
    </div>
  )
}

const isEmpty = ({ sources, queues, working, confirmed }: TaskFlow): boolean =>
  [sources.count, queues.now, working.now, confirmed.completed].every(({ count }) => count === 0)

function NoTasks() {
  const { t } = useTranslation('home')
  return (
    <div className={classes['empty']}>
      <p>{t('flow.empty')}</p>
      <Button renderRoot={(props) => <Link {...props} to="/integrations" search={{ new: '1' }} />}>
        {t('flow.connect')}
      </Button>
    </div>
  )
}

/** In the places of the stages. */
function FlowSkeleton() {
  return (
    <div className={classes['skeleton']}>
      {STAGE_NAMES.map((stage) => (
        <div key={stage}>
          <Skeleton height={12} width={72} />
          <Skeleton height={26} width={64} />
          <Skeleton height={10} width={96} />
        </div>
      ))}
    </div>
  )
}
