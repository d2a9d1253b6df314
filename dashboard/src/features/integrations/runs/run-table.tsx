// The sync runs of an integration, newest first, with a chart of their results.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Integration, SyncRun } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { runsQuery } from '../integration-queries.ts'
import { RunBars } from './run-bars.tsx'
import { RunResult } from './run-result.tsx'
import classes from './runs.module.css'

const BARS = 48
const ROWS = 9
const MORE = 50

export function RunTable({
  integration,
  isWhole = false,
  onAll,
}: {
  integration: Integration
  /** All of them, page by page. */
  isWhole?: boolean
  onAll?: () => void
}) {
  const { t } = useTranslation('integrations')
  const [limit, setLimit] = useState(isWhole ? MORE : BARS)
  const runs = useQuery(runsQuery(integration.id, limit))
  const found = runs.data ?? []
  const shown = isWhole ? found : found.slice(0, ROWS)
  return (
    <Card title={t('runs.title')} meta={t('runs.recent', { count: found.length })} bleed>
      {runs.isError && (
        <ErrorState what={t('runs.title')} error={runs.error} onRetry={() => void runs.refetch()} />
      )}
      {runs.isPending && <RowSkeleton rows={4} height={40} />}
      {runs.data?.length === 0 && <p className={classes['empty']}>{t('runs.none')}</p>}
      {found.length > 0 && (
        <>
          <RunBars runs={found.slice(0, BARS)} />
          <Heads />
          <ul className={classes['list']}>
            {shown.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </ul>
        </>
      )}
      <div className={classes['foot']}>
        {onAll && found.length > ROWS && (
          <Button variant="subtle" size="compact-md" onClick={onAll}>
            {t('runs.all')}
          </Button>
        )}
        {isWhole && found.length === limit && limit < 2 * MORE && (
          <Button variant="default" size="compact-md" onClick={() => setLimit(2 * MORE)}>
            {t('runs.more')}
          </Button>
        )}
      </div>
    </Card>
  )
}

function Heads() {
  const { t } = useTranslation('integrations')
  const names = ['started', 'result', 'read', 'changed', 'took'] as const
  return (
    <div className={classes['heads']} aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{t(`runs.${name}`)}</span>
      ))}
    </div>
  )
}

function RunRow({ run }: { run: SyncRun }) {
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const read = run.read.toLocaleString(locale)
  const now = useNow()
  const endMs = run.ended_at === null ? now.getTime() : Date.parse(run.ended_at)
  return (
    <li className={classes['row']} title={t(`runs.cause.${run.cause}`)}>
      <RelativeTime at={run.started_at} />
      <span>
        <RunResult run={run} />
        {run.error && <small>{run.error.vendor_text ?? run.error.message}</small>}
      </span>
      <span className="figure" data-name={t('runs.read')}>
        {run.state === 'running' && run.total !== null
          ? t('now.readingOf', { read, total: run.total.toLocaleString(locale) })
          : read}
      </span>
      <span className="figure" data-name={t('runs.changed')}>
        {(run.created + run.changed).toLocaleString(locale)}
      </span>
      <span className="figure">{describeSpan(endMs - Date.parse(run.started_at), common)}</span>
    </li>
  )
}
