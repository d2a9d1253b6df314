// The state of an integration as a pill.
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconHourglass,
  IconKey,
  IconPlayerPause,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '#components/surface/pill.tsx'

export type IntegrationState = Integration['state']

const looks: Record<IntegrationState, { tone: Tone; Icon: typeof IconCheck }> = {
  new: { tone: 'neutral', Icon: IconCircleDashed },
  running: { tone: 'accent', Icon: IconRefresh },
  ok: { tone: 'green', Icon: IconCheck },
  failing: { tone: 'red', Icon: IconAlertTriangle },
  stalled: { tone: 'amber', Icon: IconHourglass },
  paused: { tone: 'neutral', Icon: IconPlayerPause },
  needs_credential: { tone: 'amber', Icon: IconKey },
  needs_reentry: { tone: 'red', Icon: IconKey },
  auth_failed: { tone: 'red', Icon: IconKey },
  forbidden: { tone: 'red', Icon: IconAlertTriangle },
  not_found: { tone: 'red', Icon: IconAlertTriangle },
  provider_missing: { tone: 'red', Icon: IconPlugConnectedX },
}

export const INTEGRATION_STATES = Object.keys(looks) as IntegrationState[] // keys of the table above

export const isAlarming = (state: IntegrationState): boolean =>
  looks[state].tone === 'red' || state === 'needs_credential'

export function IntegrationStatePill({ state }: { state: IntegrationState }) {
  const { t } = useTranslation('integrations')
  const { tone, Icon } = looks[state]
  return (
    <Pill tone={tone} icon={<Icon size={14} stroke={2} aria-hidden="true" />}>
      {t(`state.${state}`)}
    </Pill>
  )
}

const attentions = ['conflicts', 'failures', 'write_backs_failed', 'frozen'] as const

/** What needs attention, as sentences. */
export function useAttention({ counts }: Pick<Integration, 'counts'>): string[] {
  const { t } = useTranslation('integrations')
  return attentions
    .filter((what) => counts[what] > 0)
    .map((what) => t(`attention.${what}`, { count: counts[what] }))
}
