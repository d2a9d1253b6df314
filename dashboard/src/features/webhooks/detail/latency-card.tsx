// How long the receiver took to respond, hour by hour: median and 95th percentile of what was delivered.
import type { Webhook, WebhookHealthDetail } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { formatDuration } from '#lib/duration.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './detail.module.css'
import { LatencyChart } from './latency-chart.tsx'

/** With fewer, a line says nothing. */
const LEAST_HOURS = 2

export function LatencyCard({
  webhook,
  health,
}: {
  webhook: Webhook
  health: WebhookHealthDetail
}) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  const { latency_ms: latency } = health
  // The current hour is not over.
  const hours = health.response_times.slice(0, -1)
  const known = hours.filter((hour) => hour.latency_ms !== null)
  if (!latency) return null
  return (
    <Card
      title={t('detail.speed')}
      meta={
        <span className={classes['percentiles']}>
          {(['p50', 'p95'] as const).map((name) => (
            <span key={name} data-line={name}>
              {name} <b>{formatDuration(latency[name], locale)}</b>
            </span>
          ))}
        </span>
      }
      action={<span className={classes['note']}>{t('detail.deliveredOnly')}</span>}
    >
      {known.length < LEAST_HOURS ? (
        <span className={classes['quiet']}>{t('detail.speedSoon')}</span>
      ) : (
        <LatencyChart hours={hours} failingSince={webhook.failing_since} />
      )}
    </Card>
  )
}
