// The last 24 hours of a webhook in figures and bars.
import type { WebhookHealth } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ceilingOf } from '#components/charts/ceiling.ts'
import { HourChart } from '#components/charts/hour-chart.tsx'
import { Card } from '#components/surface/card.tsx'
import { HourBars } from '#components/surface/hour-bars.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './detail.module.css'

const HEIGHT = 72
const KINDS = ['delivered', 'pending', 'failed'] as const

export function HealthCard({ health }: { health: WebhookHealth }) {
  const { t } = useTranslation('webhooks')
  const { t: deliveries } = useTranslation('deliveries')
  const locale = useLocale()
  const { delivered, failed, pending } = health
  const format = (count: number) => count.toLocaleString(locale)
  if (delivered + failed + pending === 0) {
    return (
      <Card title={t('detail.health')}>
        <span className={classes['quiet']}>{t('detail.noneSent')}</span>
      </Card>
    )
  }
  return (
    <Card title={t('detail.health')} action={<Legend />}>
      <div className={classes['figures']}>
        <Figure
          name={t('detail.sent')}
          value={format(health.attempted)}
          title={deliveries('sentText')}
        />
        <Figure name={deliveries('result.delivered')} value={format(delivered)} />
        <Figure
          name={deliveries('result.pending')}
          value={format(pending)}
          tone={pending > 0 ? 'amber' : undefined}
        />
        <Figure
          name={deliveries('result.failed')}
          value={format(failed)}
          tone={failed > 0 ? 'red' : undefined}
        />
      </div>
      <Chart hours={health.hours} />
    </Card>
  )
}

function Legend() {
  const { t } = useTranslation('deliveries')
  return (
    <span className={classes['legend']} aria-hidden="true">
      {KINDS.map((kind) => (
        <span key={kind} data-kind={kind}>
          {t(`result.${kind}`)}
        </span>
      ))}
    </span>
  )
}

function Chart({ hours }: { hours: WebhookHealth['hours'] }) {
  const { t } = useTranslation('webhooks')
  const { t: deliveries } = useTranslation('deliveries')
  const locale = useLocale()
  const sums = hours.map(({ delivered, failed, pending }) => delivered + failed + pending)
  const ceiling = ceilingOf(sums)
  const countsOf = (index: number) => KINDS.map((kind) => hours[index]?.[kind] ?? 0)
  const linesOf = (index: number) =>
    KINDS.map(
      (kind, at) =>
        `${(countsOf(index)[at] ?? 0).toLocaleString(locale)} ${deliveries(`result.${kind}`)}`,
    )
  return (
    <HourChart
      starts={hours.map(({ since }) => since)}
      height={HEIGHT}
      scale={[ceiling, ceiling / 2, 0].map((value) => value.toLocaleString(locale))}
      sliderLabel={t('detail.chartLabel')}
      textOf={(index) => linesOf(index).join(', ')}
      tipOf={linesOf}
      table={{
        caption: t('detail.chartLabel'),
        hour: t('detail.hour'),
        columns: KINDS.map((kind) => deliveries(`result.${kind}`)),
        cells: countsOf,
      }}
    >
      <HourBars hours={hours} height={HEIGHT} most={ceiling} />
    </HourChart>
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
