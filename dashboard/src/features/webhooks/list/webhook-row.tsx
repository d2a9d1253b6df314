// One webhook in the list: URL, subscription, health, last result and state.
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Webhook, WebhookHealth } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ListCell, ListRow } from '#components/list-screen/list-row.tsx'
import { HourBars } from '#components/surface/hour-bars.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { targetOf } from '#lib/target.ts'
import { useLocale } from '#lib/use-locale.ts'
import { stateOf, WebhookStatePill } from '../webhook-state.tsx'
import classes from './webhooks-screen.module.css'

export function WebhookRow({
  webhook,
  health,
}: {
  webhook: Webhook
  health: WebhookHealth | undefined
}) {
  const wanted = useWanted(webhook)
  return (
    <ListRow
      link={{ to: '/webhooks/$webhook', params: { webhook: webhook.id } }}
      name={targetOf(webhook.url)}
      note={webhook.description || wanted}
      state={<WebhookStatePill state={stateOf(webhook, health)} />}
      summary={<Summary health={health} />}
    >
      <ListCell>{webhook.description ? wanted : ''}</ListCell>
      <ListCell>
        <Health health={health} />
      </ListCell>
      <ListCell>
        <LastResults health={health} />
      </ListCell>
    </ListRow>
  )
}

function LastResults({ health }: { health: WebhookHealth | undefined }) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      {health?.last_success_at && (
        <span className={classes['last']} title={t('lastSuccess')}>
          <IconCheck className={classes['good']} size={13} stroke={2} aria-hidden="true" />
          <RelativeTime at={health.last_success_at} />
        </span>
      )}
      {health?.last_failure_at && (
        <span className={classes['last']} title={t('lastFailure')}>
          <IconX className={classes['bad']} size={13} stroke={2} aria-hidden="true" />
          <RelativeTime at={health.last_failure_at} />
        </span>
      )}
    </>
  )
}

export function useWanted(webhook: Webhook): string {
  const { t } = useTranslation('webhooks')
  const types = webhook.event_types
  const [only] = types
  const events =
    types.length === 0
      ? t('everyEvent')
      : types.length === 1 && only !== undefined
        ? only
        : t('events', { count: types.length })
  return Object.keys(webhook.filter).length > 0 ? `${events}, ${t('filtered')}` : events
}

function Health({ health }: { health: WebhookHealth | undefined }) {
  const { t } = useTranslation('deliveries')
  return (
    <>
      {health && (
        <HourBars
          hours={health.hours}
          height={22}
          label={t('barsLabel', {
            delivered: health.delivered,
            failed: health.failed,
            pending: health.pending,
          })}
        />
      )}
      <Summary health={health} />
    </>
  )
}

function Summary({ health }: { health: WebhookHealth | undefined }) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  if (!health) return null
  const sum = health.delivered + health.failed + health.pending
  if (sum === 0) return t('nothingSent')
  const format = (count: number) => count.toLocaleString(locale)
  return (
    <span className="figure">
      {t('deliveredOf', { delivered: format(health.delivered), sum: format(sum) })}
    </span>
  )
}
