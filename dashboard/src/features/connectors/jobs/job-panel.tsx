// One job: parameters, result, and why it failed.
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EdgeJobWithRows } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CodeBlock } from '#components/code/code-block.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { type Fact, Facts } from '#components/surface/facts.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { jobQuery } from '#features/connectors/connector-queries.ts'
import { JobOutcome } from './job-outcome.tsx'
import { JobStateMark } from './job-state.tsx'
import { Amount, JobDuration } from './job-table.tsx'
import classes from './jobs.module.css'

export function JobPanel({
  connectorId,
  jobId,
  onClose,
}: {
  connectorId: string
  jobId: string
  onClose: () => void
}) {
  const { t } = useTranslation('connectors')
  const job = useQuery(jobQuery(connectorId, jobId))
  return (
    <SidePanel
      width={560}
      title={job.data?.statement ?? t('job.title')}
      meta={job.data && <JobStateMark state={job.data.state} />}
      onClose={onClose}
      foot={
        job.data?.state === 'waiting' ? (
          <CancelJob connectorId={connectorId} jobId={jobId} />
        ) : undefined
      }
    >
      <PanelBody>
        {job.isError && !job.data && (
          <ErrorState what={t('job.title')} error={job.error} onRetry={() => void job.refetch()} />
        )}
        {job.isPending && <RowSkeleton rows={5} height={40} />}
        {job.data && <JobDetails job={job.data} />}
      </PanelBody>
    </SidePanel>
  )
}

function JobDetails({ job }: { job: EdgeJobWithRows }) {
  const { t } = useTranslation('connectors')
  return (
    <div className={classes['stack']}>
      <JobOutcome job={job} />
      <Facts facts={useJobFacts(job)} />
      <section>
        <h3 className={classes['heading']}>{t('job.params')}</h3>
        <CodeBlock text={JSON.stringify(job.params)} label={t('job.params')} />
      </section>
    </div>
  )
}

function useJobFacts(job: EdgeJobWithRows): Fact[] {
  const { t } = useTranslation('connectors')
  return [
    { name: t('job.database'), value: <code>{job.database}</code> },
    { name: t('job.rows'), value: <Amount job={job} /> },
    { name: t('job.took'), value: <JobDuration job={job} /> },
    {
      name: t('job.asked'),
      value: (
        <>
          <RelativeTime at={job.created_at} />
          {`, ${t(`job.by.${job.integration_id === null ? 'person' : 'integration'}`)}`}
        </>
      ),
    },
    { name: t('job.attempts'), value: String(job.attempts) },
    ...(job.ended_at === null
      ? [{ name: t('job.expires'), value: <RelativeTime at={job.expires_at} /> }]
      : [{ name: t('job.ended'), value: <RelativeTime at={job.ended_at} /> }]),
    { name: t('job.id'), value: <code>{job.id}</code> },
  ]
}

function CancelJob({ connectorId, jobId }: { connectorId: string; jobId: string }) {
  const { t } = useTranslation('connectors')
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () =>
      call('edge_jobs.cancel', {
        params: { connector: connectorId, job: jobId },
        idempotencyKey: crypto.randomUUID(),
      }),
    onSuccess: async () => {
      showDone(t('job.canceled'))
      await Promise.all([
        client.invalidateQueries({ queryKey: ['connectors'] }),
        client.invalidateQueries({ queryKey: ['connector job', connectorId, jobId] }),
      ])
    },
    onError: ({ message }) => showFailure(message),
  })
  return (
    <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('job.cancel')}
    </Button>
  )
}
