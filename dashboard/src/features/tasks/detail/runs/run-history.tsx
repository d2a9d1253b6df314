// All attempts at a task: who tried it, how long it took, and how it ended.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Run, Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { PlanSteps } from '#features/runs/plan-steps.tsx'
import { tookMs } from '#features/runs/run-facts.tsx'
import { isLive } from '#features/runs/run-queries.ts'
import { RunStateMark } from '#features/runs/run-state.tsx'
import { describeSpan } from '#lib/span.ts'
import { useNow } from '#lib/use-now.ts'
import { AgentName } from './current-run.tsx'
import classes from './runs.module.css'
import { taskRunsQuery } from './task-runs-query.ts'

export function RunHistory({ task }: { task: Task }) {
  const { t } = useTranslation('attempts')
  const found = useInfiniteQuery(taskRunsQuery(task.id))
  const runs = found.data?.pages.flatMap(({ data }) => data) ?? []
  if (found.isError && runs.length === 0) {
    return <ErrorState what={t('runs')} error={found.error} onRetry={() => void found.refetch()} />
  }
  if (found.isPending) return <RowSkeleton rows={3} height={56} />
  if (runs.length === 0) return <p className={classes['none']}>{t('none')}</p>
  return (
    <>
      <ol className={classes['history']}>
        {runs.map((run) => (
          <Attempt key={run.id} run={run} />
        ))}
      </ol>
      {found.hasNextPage && (
        <Button
          size="compact-md"
          variant="default"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {t('loadMore')}
        </Button>
      )}
    </>
  )
}

function Attempt({ run }: { run: Run }) {
  const { t } = useTranslation(['attempts', 'runs', 'common'])
  const { t: common } = useTranslation()
  const now = useNow()
  const { attempt, error, handoff, end_reason: reason, plan } = run
  const why = reason !== null && !isLive(run) ? t(`runs:reason.${reason}`) : undefined
  return (
    <li className={classes['attempt']} data-state={run.state}>
      <div className={classes['head']}>
        <span className={classes['number']}>{t('runs:attempt', { attempt })}</span>
        <RunStateMark run={run} />
        <AgentName name={run.agent} size={20} />
        <span className={classes['time']}>
          <RelativeTime at={run.created_at} />
          <span>{describeSpan(tookMs(run, now.getTime()), common)}</span>
        </span>
      </div>
      {why !== undefined && <p className={classes['why']}>{why}</p>}
      {error !== null && (
        <p className={classes['error']}>
          <b>{t('runs:error')}</b>
          {error}
        </p>
      )}
      {handoff !== null && handoff !== '' && (
        <p className={classes['handoff']}>
          <b>{t('runs:handoff')}</b>
          {handoff}
        </p>
      )}
      {plan !== null && plan.length > 0 && (
        <details className={classes['plan']}>
          <summary>{t('runs:plan')}</summary>
          <PlanSteps plan={plan} />
        </details>
      )}
    </li>
  )
}
