// The state of a webhook as a pill.
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconKey,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { Webhook, WebhookHealth } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '#components/surface/pill.tsx'

export const WEBHOOK_STATES = ['working', 'failing', 'secret', 'disabled', 'unused'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

export function stateOf(webhook: Webhook, health: WebhookHealth | undefined): WebhookState {
  if (!webhook.enabled) return 'disabled'
  if (webhook.secret_state === 'needs_reentry') return 'secret'
  if (webhook.failing_since !== null) return 'failing'
  return health?.state === 'unused' ? 'unused' : 'working'
}

export const isAlarming = (state: WebhookState): boolean =>
  state === 'failing' || state === 'secret'

const looks: Record<WebhookState, { tone: Tone; Icon: typeof IconCheck }> = {
  working: { tone: 'green', Icon: IconCheck },
  failing: { tone: 'red', Icon: IconAlertTriangle },
  secret: { tone: 'red', Icon: IconKey },
  disabled: { tone: 'neutral', Icon: IconPlayerPause },
  unused: { tone: 'neutral', Icon: IconCircleDashed },
}

export function WebhookStatePill({ state }: { state: WebhookState }) {
  const { t } = useTranslation('webhooks')
  const { tone, Icon } = looks[state]
  return (
    <Pill tone={tone} icon={<Icon size={14} stroke={2} aria-hidden="true" />}>
      {t(`state.${state}`)}
    </Pill>
  )
}
