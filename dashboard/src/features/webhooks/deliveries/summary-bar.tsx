// The last day of all webhooks together.
import { useQuery } from '@tanstack/react-query'
import type { WebhookHealth } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { type Hour, HourBars } from '#components/surface/hour-bars.tsx'
import { formatRate } from '#lib/rate.ts'
import { useLocale } from '#lib/use-locale.ts'
import { healthQuery } from '../webhook-queries.ts'
import classes from './deliveries.module.css'

export type DaySum = {
  delivered: number
  failed: number
  pending: number
  /** With at least one attempt. */
  attempted: number
  hours: Hour[]
}

export function sumHealth(healths: Iterable<WebhookHealth>): DaySum {
  const sum: DaySum = { delivered: 0, failed: 0, pending: 0, attempted: 0, hours: [] }
  for (const health of healths) {
    sum.delivered += health.delivered
    sum.failed += health.failed
    sum.pending += health.pending
    sum.attempted += health.attempted
    for (const [index, hour] of health.hours.entries()) {
      const known = sum.hours[index] ?? { since: hour.since, delivered: 0, failed: 0, pending: 0 }
      known.delivered += hour.delivered
      known.failed += hour.failed
      known.pending += hour.pending
      sum.hours[index] = known
    }
  }
  return sum
}

export function useDaySum(): DaySum | undefined {
  const { data } = useQuery(healthQuery)
  return data && sumHealth(data.values())
}

export function SummaryBar({ sum }: { sum: DaySum }) {
  const { t } = useTranslation('deliveries')
  const locale = useLocale()
  const { delivered, failed, pending, attempted } = sum
  const format = (count: number) => count.toLocaleString(locale)
  return (
    <div className={classes['summary']}>
      <span className={classes['figure']} title={t('sentText')}>
        {t('sent24h')}
        <b>{format(attempted)}</b>
      </span>
      <span className={classes['figure']} title={t('rateText')}>
        {t('delivered24h')}
        <b>{attempted === 0 ? '–' : formatRate(delivered / attempted, locale)}</b>
      </span>
      <span className={classes['figure']}>
        {t('result.failed')}
        <b data-tone={failed > 0 ? 'red' : undefined}>{format(failed)}</b>
      </span>
      <span className={classes['figure']}>
        {t('result.pending')}
        <b data-tone={pending > 0 ? 'amber' : undefined}>{format(pending)}</b>
      </span>
      <span className={classes['bars']}>
        <HourBars
          hours={sum.hours}
          height={46}
          label={t('barsLabel', { delivered, failed, pending })}
        />
      </span>
    </div>
  )
}
