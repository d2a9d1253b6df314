// Overview of a connector: problems, last result, current state, databases, details and key.
import { useQuery } from '@tanstack/react-query'
import type { Connector } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { activityQuery } from '#features/connectors/connector-queries.ts'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { LastSignal } from '../facts-in-words.tsx'
import { lineOf } from '../list/line-of.ts'
import { Sparkline } from '../list/sparkline.tsx'
import type { ConnectorActs } from '../use-connector-acts.ts'
import type { DialogName } from './connector-dialog.tsx'
import { DatabaseCard } from './database-card.tsx'
import classes from './detail.module.css'
import { FactsCard } from './facts-card.tsx'
import { KeyCard } from './key-card.tsx'
import { LastAndNow } from './last-and-now.tsx'
import { StateNotice } from './state-notice.tsx'

export function Overview({
  connector,
  acts,
  onDialog,
}: {
  connector: Connector
  acts: ConnectorActs
  onDialog: (name: DialogName) => void
}) {
  return (
    <>
      <div className={classes['above']}>
        <StateNotice connector={connector} onDialog={onDialog} />
        <LastAndNow connector={connector} />
      </div>
      <div className={classes['column']}>
        <HealthCard connector={connector} />
        <DatabaseCard connector={connector} />
      </div>
      <div className={classes['column']}>
        <FactsCard connector={connector} />
        <KeyCard connector={connector} acts={acts} onDialog={onDialog} />
      </div>
    </>
  )
}

function HealthCard({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const activity = useQuery(activityQuery(connector.id)).data
  const spans = activity?.data ?? []
  const sum = (pick: (span: (typeof spans)[number]) => number) =>
    spans.reduce((all, span) => all + pick(span), 0)
  const rows = sum((span) => span.rows)
  const jobs = sum((span) => span.jobs)
  const failed = sum((span) => span.failed)
  const format = (count: number) => count.toLocaleString(locale)
  const { waiting_results: results, lag_ms: lagMs } = connector
  return (
    <Card title={t('health.title')} meta={t('health.span')}>
      <div className={classes['figures']}>
        <Figure name={t('health.rows')} value={format(rows)} />
        <Figure name={t('health.jobs')} value={format(jobs)} />
        <Figure name={t('health.failed')} value={format(failed)} isBad={failed > 0} />
        <Figure
          name={t('health.results')}
          value={
            results === 0
              ? '0'
              : t('health.resultsFor', {
                  results: format(results),
                  span: describeSpan(lagMs, common),
                })
          }
        />
        <Figure name={t('health.signal')} value={<LastSignal at={connector.last_seen_at} />} />
      </div>
      <Sparkline
        values={lineOf(activity)}
        tone="neutral"
        label={t('card.line', { count: rows, rows: format(rows) })}
      />
    </Card>
  )
}

function Figure({
  name,
  value,
  isBad = false,
}: {
  name: string
  value: ReactNode
  isBad?: boolean
}) {
  return (
    <div className={classes['figure']}>
      <span>{name}</span>
      <b data-bad={isBad || undefined}>{value}</b>
    </div>
  )
}
