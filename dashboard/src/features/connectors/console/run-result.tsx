// The result of a run in the console: pending, rows, or the reason it failed.
import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Connector, EdgeJobWithRows } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { showFailure } from '#components/toasts/toasts.tsx'
import { isPending } from '#features/connectors/connector-queries.ts'
import { JobOutcome } from '../jobs/job-outcome.tsx'
import { JobStateMark } from '../jobs/job-state.tsx'
import { Amount, JobDuration } from '../jobs/job-table.tsx'
import classes from './console.module.css'

export function RunResult({
  connector,
  error,
  job,
}: {
  connector: Connector
  error: Error | null
  job: EdgeJobWithRows | undefined
}) {
  const { t } = useTranslation('connectors')
  if (error) {
    return (
      <div className={classes['result']}>
        <Notice live tone="red" title={error.message} />
      </div>
    )
  }
  if (!job) return null
  if (isPending(job)) return <Pending connector={connector} job={job} />
  return (
    <section className={classes['result']} aria-label={t('job.result')}>
      <p className={classes['summary']} role="status">
        <JobStateMark state={job.state} />
        <span>
          <Amount job={job} />
        </span>
        <span>
          <JobDuration job={job} />
        </span>
      </p>
      <JobOutcome job={job} />
    </section>
  )
}

function Pending({ connector, job }: { connector: Connector; job: EdgeJobWithRows }) {
  const { t } = useTranslation('connectors')
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () =>
      call('edge_jobs.cancel', {
        params: { connector: connector.id, job: job.id },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSettled: () =>
      client.invalidateQueries({ queryKey: ['connector job', connector.id, job.id] }),
    onError: ({ message }) => showFailure(message),
  })
  return (
    <div className={classes['result']}>
      <p className={classes['summary']} role="status">
        <Loader size={14} aria-hidden="true" />
        <span>{t(`console.${job.state === 'running' ? 'running' : 'waiting'}`)}</span>
        {job.state === 'waiting' && (
          <Button
            size="compact-md"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('job.cancel')}
          </Button>
        )}
      </p>
    </div>
  )
}
