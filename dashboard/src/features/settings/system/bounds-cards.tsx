// Retention and limits. The operator sets both.
import type { LimitsInfo, RetentionInfo } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { Facts } from '#components/surface/facts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { printBytes } from './storage-card.tsx'

const DAY_SECONDS = 86_400

export function BoundsCards({
  retention,
  limits,
}: {
  retention: RetentionInfo
  limits: LimitsInfo
}) {
  const { t } = useTranslation('settings')
  const locale = useLocale()
  const span = (seconds: number | null) => {
    if (seconds === null) return t('system.forever')
    if (seconds < DAY_SECONDS) return t('system.hours', { count: Math.round(seconds / 3_600) })
    return t('system.days', { count: Math.round(seconds / DAY_SECONDS) })
  }
  const figure = (value: number | null) =>
    value === null ? t('system.unlimited') : value.toLocaleString(locale)
  const retained = [
    ['events', retention.events_seconds],
    ['deliveries', retention.deliveries_seconds],
    ['audit', retention.audit_seconds],
    ['idempotency', retention.idempotency_seconds],
  ] as const
  const bounds = [
    ['requests', figure(limits.requests_per_minute)],
    ['body', limits.body_bytes === null ? figure(null) : printBytes(limits.body_bytes, locale)],
    ['streams', figure(limits.streams)],
    ['page', figure(limits.page_items)],
    ['bulk', figure(limits.bulk_items)],
  ] as const
  return (
    <>
      <Card title={t('system.retention')}>
        <Facts
          facts={retained.map(([name, seconds]) => ({
            name: t(`system.retained.${name}`),
            value: span(seconds),
          }))}
        />
      </Card>
      <Card title={t('system.limits')}>
        <Facts
          facts={bounds.map(([name, value]) => ({ name: t(`system.limit.${name}`), value }))}
        />
      </Card>
    </>
  )
}
