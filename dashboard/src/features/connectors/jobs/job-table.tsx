// The jobs of a connector, newest first: statement, state, rows and duration.
import { Button, Select } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Connector, EdgeJob, EdgeJobState } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { isPending } from '#features/connectors/connector-queries.ts'
import { useAddress } from '#lib/use-address.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { JobStateMark } from './job-state.tsx'
import classes from './jobs.module.css'

const LIMIT = 50
const EVERY_MS = 4_000
const states = [
  'waiting',
  'running',
  'done',
  'refused',
  'failed',
  'expired',
  'unknown',
  'canceled',
] as const satisfies readonly EdgeJobState[]

function useJobs(connector: string, state: EdgeJobState | undefined) {
  return useInfiniteQuery({
    queryKey: ['connectors', 'jobs', connector, state ?? 'all'],
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    queryFn: async ({ pageParam, signal }) =>
      (
        await call('edge_jobs.list', {
          params: { connector },
          query: {
            limit: LIMIT,
            ...(state !== undefined && { state }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
          signal,
        })
      ).body,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: EVERY_MS,
  })
}

export function JobTable({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  const state = states.find((one) => one === address['state'])
  const found = useJobs(connector.id, state)
  const jobs = found.data?.pages.flatMap(({ data }) => data)
  return (
    <Card
      title={t('tab.jobs')}
      meta={t('jobs.retention')}
      bleed
      action={
        <Select
          aria-label={t('jobs.filter')}
          className={classes['filter'] ?? ''}
          allowDeselect={false}
          data={[
            { value: 'all', label: t('all') },
            ...states.map((one) => ({ value: one, label: t(`jobState.${one}`) })),
          ]}
          value={state ?? 'all'}
          onChange={(chosen) =>
            change({ state: chosen === 'all' ? undefined : (chosen ?? undefined) })
          }
        />
      }
    >
      {found.isError && !jobs && (
        <ErrorState what={t('tab.jobs')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.isPending && <RowSkeleton rows={5} height={48} />}
      {jobs?.length === 0 && (
        <EmptyState
          icon={<IconListDetails size={24} stroke={1.75} aria-hidden="true" />}
          title={state === undefined ? t('jobs.noneTitle') : t('jobs.noMatch')}
        >
          {t('jobs.noneText')}
        </EmptyState>
      )}
      {jobs && jobs.length > 0 && <Rows jobs={jobs} />}
      {found.hasNextPage && (
        <div className={classes['more']}>
          <Button
            variant="default"
            size="compact-md"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('jobs.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Rows({ jobs }: { jobs: readonly EdgeJob[] }) {
  const { t } = useTranslation('connectors')
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, 'list', { next: t('keys.nextJob'), previous: t('keys.previousJob') })
  const names = ['statement', 'state', 'rows', 'took', 'asked'] as const
  return (
    <>
      <div className={classes['heads']} aria-hidden="true">
        {names.map((name) => (
          <span key={name}>{t(`jobs.${name}`)}</span>
        ))}
      </div>
      <ul className={classes['list']} ref={list}>
        {jobs.map((job) => (
          <li key={job.id}>
            <Row job={job} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Row({ job }: { job: EdgeJob }) {
  const { t } = useTranslation('connectors')
  const [address] = useAddress()
  return (
    <Link
      to="."
      search={(now: Record<string, unknown>) => ({ ...now, job: job.id })}
      className={classes['row']}
      data-row
      data-selected={address['job'] === job.id || undefined}
    >
      <span className={classes['what']}>
        <code>{job.statement ?? t('adhoc')}</code>
        <small>{job.database}</small>
      </span>
      <span className={classes['how']}>
        <JobStateMark state={job.state} />
        {job.problem && <small>{job.problem.message}</small>}
        {job.late && <small>{t('jobs.late')}</small>}
      </span>
      <span className="figure">
        <Amount job={job} />
      </span>
      <span className="figure">{isPending(job) ? '' : <JobDuration job={job} />}</span>
      <RelativeTime at={job.created_at} />
    </Link>
  )
}

/** Rows that were read, or that a write changed. */
export function Amount({ job }: { job: EdgeJob }) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  if (job.changed_count !== null) {
    return t('jobs.changed', {
      count: job.changed_count,
      rows: job.changed_count.toLocaleString(locale),
    })
  }
  if (job.row_count === null || job.state !== 'done') return '–'
  const rows = job.row_count.toLocaleString(locale)
  return job.truncated
    ? t('jobs.truncated', { rows })
    : t('jobs.read', { count: job.row_count, rows })
}

export function JobDuration({ job }: { job: EdgeJob }) {
  const { t } = useTranslation()
  return job.duration_ms === null ? '–' : t('span.milliseconds', { count: job.duration_ms })
}
