// The open row of a queue: throughput, claim latency and rules.
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { QueueHistory, QueueState } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { EditQueue } from './edit-queue.tsx'
import classes from './queue-detail.module.css'
import { historyQuery } from './queue-queries.ts'
import { ThroughputChart } from './throughput-chart.tsx'

export function QueueDetail({ queue }: { queue: QueueState }) {
  const { t } = useTranslation('queues')
  const [isEditing, setEditing] = useState(false)
  const found = useQuery(historyQuery(queue.name))
  return (
    <div className={classes['detail']}>
      <section className={classes['throughput']} aria-label={t('throughput.title')}>
        {found.isPending && <RowSkeleton rows={3} height={56} />}
        {found.isError && found.data === undefined && (
          <ErrorState
            what={t('throughput.title')}
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        )}
        {found.data && <Throughput history={found.data} />}
      </section>
      <section className={classes['latency']}>
        <h3>{t('latency.title')}</h3>
        {found.data && <Latency latency={found.data.claim_latency} />}
      </section>
      <section className={classes['rules']}>
        <div className={classes['rulesHead']}>
          <h3>{t('rules.title')}</h3>
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPencil size={14} stroke={1.75} aria-hidden="true" />}
            aria-label={t('rules.editOf', { queue: queue.name })}
            onClick={() => setEditing(true)}
          >
            {t('rules.edit')}
          </Button>
        </div>
        <Rules queue={queue} />
        <Link to="/tasks" search={{ queue: queue.name }} className={classes['link']}>
          {t('showTasks')}
        </Link>
      </section>
      {isEditing && <EditQueue queue={queue} onClose={() => setEditing(false)} />}
    </div>
  )
}

function Throughput({ history: { hours } }: { history: QueueHistory }) {
  const { t } = useTranslation('queues')
  const locale = useLocale()
  const sum = (name: 'claimed' | 'completed' | 'expired') =>
    hours.reduce((all, hour) => all + hour[name], 0)
  const [claimed, completed, expired] = [sum('claimed'), sum('completed'), sum('expired')]
  const isUsed = claimed + completed + expired > 0
  return (
    <>
      <div className={classes['head']}>
        <h3>{t('throughput.title')}</h3>
        <span className={classes['meta']}>{t('throughput.span')}</span>
        {isUsed && (
          <span className={classes['legend']} aria-hidden="true">
            <span data-kind="claimed">{t('throughput.claimed')}</span>
            <span data-kind="completed">{t('throughput.completed')}</span>
          </span>
        )}
      </div>
      {!isUsed ? (
        <p className={classes['text']}>{t('throughput.none')}</p>
      ) : (
        <>
          <ThroughputChart hours={hours} />
          <p className={classes['text']}>
            {t('throughput.sums', {
              claimed: claimed.toLocaleString(locale),
              completed: completed.toLocaleString(locale),
            })}{' '}
            {expired > 0 && (
              <span data-tone="amber">{t('throughput.expiredSum', { count: expired })}</span>
            )}
          </p>
        </>
      )}
    </>
  )
}

function Latency({ latency }: { latency: QueueHistory['claim_latency'] }) {
  const { t } = useTranslation('queues')
  const locale = useLocale()
  const { t: common } = useTranslation()
  const { median, p95, count } = latency
  if (median === null || p95 === null) {
    return <p className={classes['text']}>{t('latency.none')}</p>
  }
  return (
    <>
      <dl className={classes['figures']}>
        <div>
          <dt>{t('latency.median')}</dt>
          <dd>{describeLatency(median, locale, common)}</dd>
        </div>
        <div>
          <dt>{t('latency.p95')}</dt>
          <dd>{describeLatency(p95, locale, common)}</dd>
        </div>
      </dl>
      <p className={classes['text']}>
        {t('latency.text')} {t('latency.count', { count })}
      </p>
    </>
  )
}

/** Short waits in tenths of a second: most claims take less than one. */
function describeLatency(
  seconds: number,
  locale: string,
  t: Parameters<typeof describeSpan>[1],
): string {
  if (seconds >= 10) return describeSpan(seconds * 1_000, t)
  return `${seconds.toLocaleString(locale, { maximumFractionDigits: 1 })} s`
}

function Rules({ queue }: { queue: QueueState }) {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const { aging_seconds: aging, target_seconds: target } = queue
  const span = describeSpan(aging * 1_000, common)
  const rules = [
    { name: t('rules.order'), value: t('rules.orderValue'), text: t('rules.orderText') },
    { name: t('rules.aging'), value: span, text: t('rules.agingText', { span }) },
    { name: t('rules.fairness'), value: t('rules.fairnessValue'), text: t('rules.fairnessText') },
    {
      name: t('rules.target'),
      value: target === null ? t('rules.noTarget') : describeSpan(target * 1_000, common),
      text: t('rules.targetText'),
    },
  ]
  return (
    <dl className={classes['list']}>
      {rules.map(({ name, value, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <span>{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
