// The webhooks with their health of the last day, and the form to add another.
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '#components/list-screen/list-screen.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { useAddress } from '#lib/use-address.ts'
import { WebhookPanel } from '../form/webhook-panel.tsx'
import { needsAttention } from '../needs-attention.ts'
import { healthQuery, webhooksQuery } from '../webhook-queries.ts'
import { isAlarming, stateOf, WEBHOOK_STATES } from '../webhook-state.tsx'
import { useWebhookListTexts } from './use-webhook-list-texts.ts'
import { WebhookRow } from './webhook-row.tsx'
import classes from './webhooks-screen.module.css'

const COLUMNS = ['target', 'events', 'health', 'last', 'state'] as const

export function WebhooksScreen() {
  const { t } = useTranslation('webhooks')
  const [address, change] = useAddress()
  const health = useQuery(healthQuery).data
  const openForm = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  return (
    <ListScreen
      found={useQuery(webhooksQuery)}
      skeleton={<RowSkeleton rows={6} height={60} />}
      onAdd={openForm}
      panel={
        address['new'] !== undefined && <WebhookPanel onClose={() => change({ new: undefined })} />
      }
      list={{
        texts: useWebhookListTexts(),
        icon: IconWebhook,
        filter: {
          param: 'state',
          states: WEBHOOK_STATES,
          stateOf: (webhook) => stateOf(webhook, health?.get(webhook.id)),
          wordOf: (state) => t(`state.${state}`),
          isAlarming,
        },
        needsAttention,
        textOf: (webhook) => `${webhook.url} ${webhook.description}`,
        columns: {
          className: classes['columns'] ?? '',
          names: COLUMNS.map((name) => t(`column.${name}`)),
        },
        renderItem: (webhook) => <WebhookRow webhook={webhook} health={health?.get(webhook.id)} />,
      }}
    />
  )
}
