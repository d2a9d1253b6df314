// The runs of an agent, newest first.
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Agent, Run } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { tookMs } from '#features/runs/run-facts.tsx'
import { runsQuery } from '#features/runs/run-queries.ts'
import { RunStateMark } from '#features/runs/run-state.tsx'
import { TaskLink } from '#features/runs/task-link.tsx'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import classes from './run-history.module.css'

export const HISTORY = 20
const MOST = 200

export function RunHistory({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const [limit, setLimit] = useState(HISTORY)
  const found = useQuery({
    ...runsQuery({ agent: agent.name, limit }),
    placeholderData: keepPreviousData,
  })
  const runs = found.data ?? []
  return (
    <Card title={t('history.title')} bleed>
      {found.isPending && <RowSkeleton rows={4} height={52} />}
      {found.isError && found.data === undefined && (
        <ErrorState
          what={t('history.title')}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data?.length === 0 && <p className={classes['empty']}>{t('history.none')}</p>}
      {runs.length > 0 && <RunRows runs={runs} />}
      {runs.length >= limit && limit < MOST && (
        <div className={classes['more']}>
          <Button variant="default" loading={found.isFetching} onClick={() => setLimit(MOST)}>
            {t('history.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function RunRows({ runs }: { runs: readonly Run[] }) {
  const { t } = useTranslation('agents')
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{t('history.task')}</th>
          <th scope="col">{t('history.state')}</th>
          <th scope="col">{t('history.started')}</th>
          <th scope="col">{t('history.took')}</th>
          <th scope="col">{t('history.attempt')}</th>
          <th scope="col">{t('budget.calls')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  )
}

function RunRow({ run }: { run: Run }) {
  const { t } = useTranslation('agents')
  const { t: words } = useTranslation('runs')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const nowMs = useNow().getTime()
  const note =
    run.error ?? run.handoff ?? (run.end_reason === null ? null : words(`reason.${run.end_reason}`))
  return (
    <tr>
      <td>
        <TaskLink id={run.task_id} />
        {note !== null && note !== '' && (
          <span className={classes['note']} title={note}>
            {note}
          </span>
        )}
      </td>
      <td>
        <RunStateMark run={run} />
      </td>
      <td data-name={t('history.started')}>
        <RelativeTime at={run.created_at} />
      </td>
      <td data-name={t('history.took')}>{describeSpan(tookMs(run, nowMs), common)}</td>
      <td data-name={t('history.attempt')}>{run.attempt.toLocaleString(locale)}</td>
      <td data-name={t('budget.calls')}>{run.usage.calls.toLocaleString(locale)}</td>
    </tr>
  )
}
