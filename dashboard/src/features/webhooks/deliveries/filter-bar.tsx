// Filters of the log by status, webhook, event and time, kept in the URL.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Segments } from '#components/surface/segments.tsx'
import { targetOf } from '#lib/target.ts'
import { useAddress } from '#lib/use-address.ts'
import { eventTypesQuery } from '../webhook-queries.ts'
import classes from './deliveries.module.css'
import type { LogAddress, StateFilter } from './delivery-queries.ts'
import type { DaySum } from './summary-bar.tsx'

export function FilterBar({
  shown,
  webhooks,
  sum,
}: {
  shown: LogAddress
  webhooks: readonly Webhook[]
  sum: DaySum | undefined
}) {
  const { t } = useTranslation('deliveries')
  const [, change] = useAddress()
  return (
    <div className={classes['filters']}>
      <Segments<StateFilter>
        label={t('filterState')}
        value={shown.state}
        onChange={(state) => change({ state: state === 'all' ? undefined : state })}
        segments={[
          { value: 'all', label: t('state.all') },
          { value: 'failed', label: t('state.failed'), count: sum?.failed, alarming: true },
          { value: 'pending', label: t('state.pending'), count: sum?.pending },
          { value: 'delivered', label: t('state.delivered') },
          { value: 'canceled', label: t('state.canceled') },
        ]}
      />
      <Choices shown={shown} webhooks={webhooks} />
    </div>
  )
}

function Choices({ shown, webhooks }: { shown: LogAddress; webhooks: readonly Webhook[] }) {
  const { t } = useTranslation('deliveries')
  const [, change] = useAddress()
  const types = useQuery(eventTypesQuery)
  const { webhook = null, event_type: event = null } = shown.filter
  return (
    <>
      <Select
        className={classes['choice'] ?? ''}
        aria-label={t('webhookLabel')}
        placeholder={t('anyWebhook')}
        clearable
        searchable={webhooks.length > 8}
        comboboxProps={{ width: 320, position: 'bottom-start' }}
        data={webhooks.map(({ id, url }) => ({ value: id, label: targetOf(url) }))}
        value={webhook}
        onChange={(value) => change({ webhook: value ?? undefined })}
      />
      <Select
        className={classes['choice'] ?? ''}
        aria-label={t('eventLabel')}
        placeholder={t('anyEvent')}
        clearable
        searchable
        comboboxProps={{ width: 220, position: 'bottom-start' }}
        data={(types.data ?? []).map(({ type }) => type)}
        value={event}
        onChange={(value) => change({ event: value ?? undefined })}
      />
      <Select
        className={classes['choice'] ?? ''}
        aria-label={t('timeLabel')}
        placeholder={t('anyTime')}
        clearable
        data={[
          { value: 'hour', label: t('lastHour') },
          { value: 'day', label: t('lastDay') },
          { value: 'week', label: t('lastWeek') },
        ]}
        value={shown.age ?? null}
        onChange={(value) => change({ age: value ?? undefined })}
      />
    </>
  )
}
