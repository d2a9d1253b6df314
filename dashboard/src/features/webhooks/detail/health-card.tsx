// The last day of a webhook in figures and bars.
import type { WebhookHealth } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { HourBars } from '#components/surface/hour-bars.tsx'
import { formatRate } from '#lib/rate.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './detail.module.css'

export function HealthCard({ health }: { health: WebhookHealth }) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  const { t: deliveries } = useTranslation('deliveries')
  const { delivered, failed, pending } = health
  const format = (count: number) => count.toLocaleString(locale)
  return (
    <Card title={t('detail.health')}>
      <div className={classes['figures']}>
        <Figure name={t('detail.sent')} value={format(delivered + failed + pending)} />
        <Figure
          name={t('detail.delivered')}
          value={health.success_rate === null ? '–' : formatRate(health.success_rate, locale)}
        />
        <Figure
          name={deliveries('result.failed')}
          value={format(failed)}
          tone={failed > 0 ? 'red' : undefined}
        />
        <Figure
          name={deliveries('result.pending')}
          value={format(pending)}
          tone={pending > 0 ? 'amber' : undefined}
        />
        {health.latency_ms && (
          <Figure
            name={t('detail.speed')}
            value={deliveries('ms', { count: health.latency_ms.p50 })}
            title={t('detail.speedText', health.latency_ms)}
          />
        )}
      </div>
      <HourBars
        hours={health.hours}
        height={56}
        label={deliveries('barsLabel', { delivered, failed, pending })}
      />
    </Card>
  )
}

function Figure({
  name,
  value,
  title,
  tone,
}: {
  name: string
  value: string
  title?: string
  tone?: 'amber' | 'red' | undefined
}) {
  return (
    <div className={classes['figure']} title={title}>
      <span>{name}</span>
      <b data-tone={tone}>{value}</b>
    </div>
  )
}
