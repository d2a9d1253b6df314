// The outcome of a job: why it failed and what to do, or its rows.

import { useQuery } from '@tanstack/react-query'
import type { EdgeJobWithRows } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { statementsQuery } from '#features/connectors/connector-queries.ts'
import { ResultTable } from '#features/connectors/result-table.tsx'
import { useLocale } from '#lib/use-locale.ts'

export function JobOutcome({ job }: { job: EdgeJobWithRows }) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const faces = useQuery(statementsQuery(job.connector_id)).data?.data
  const face = faces?.find((one) => one.database === job.database && one.name === job.statement)
  const shown = job.rows.length.toLocaleString(locale)
  return (
    <>
      {job.problem && <Why job={job} />}
      {job.late && (
        <Notice tone="neutral" title={t('jobs.late')}>
          {t('job.lateText')}
        </Notice>
      )}
      {job.changed_count !== null && job.state === 'done' && (
        <Notice
          live
          tone="green"
          title={t('job.changed', {
            count: job.changed_count,
            rows: job.changed_count.toLocaleString(locale),
          })}
        />
      )}
      {job.truncated && (
        <Notice live tone="amber" title={t('job.truncated')}>
          {t('job.truncatedText')}
        </Notice>
      )}
      {job.state === 'done' && job.columns.length > 0 && (
        <>
          {(job.row_count ?? 0) > job.rows.length && (
            <Notice tone="neutral" title={t('job.shown', { shown })} />
          )}
          <ResultTable columns={job.columns} rows={job.rows} treatments={face?.columns ?? []} />
        </>
      )}
    </>
  )
}

function Why({ job: { state, problem } }: { job: EdgeJobWithRows }) {
  const { t } = useTranslation('connectors')
  if (!problem) return null
  const isBad = state === 'refused' || state === 'failed'
  return (
    <Notice live tone={isBad ? 'red' : 'amber'} title={problem.message}>
      {t(`problem.${problem.code}`)}
      {problem.database_code !== undefined &&
        ` ${t('job.databaseCode', { code: problem.database_code })}`}
    </Notice>
  )
}
