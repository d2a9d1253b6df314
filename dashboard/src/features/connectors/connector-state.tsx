// The state of a connector: that of the API, or `busy` or `failing` while it is online.
import { Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconKeyOff,
  IconPlayerPause,
  IconPlugOff,
  IconSnowflake,
} from '@tabler/icons-react'
import type { Connector, ConnectorState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '#components/surface/pill.tsx'
import { isFailing } from './needs-attention.ts'

export type DisplayState = ConnectorState | 'busy' | 'failing'

export function displayStateOf(connector: Connector): DisplayState {
  if (connector.state !== 'online') return connector.state
  if (isFailing(connector)) return 'failing'
  return connector.waiting_jobs > 0 ? 'busy' : 'online'
}

const looks: Record<Exclude<DisplayState, 'busy'>, { tone: Tone; Icon: typeof IconCheck }> = {
  online: { tone: 'green', Icon: IconCheck },
  enrolling: { tone: 'accent', Icon: IconCircleDashed },
  failing: { tone: 'red', Icon: IconAlertTriangle },
  silent: { tone: 'amber', Icon: IconPlugOff },
  paused: { tone: 'neutral', Icon: IconPlayerPause },
  frozen: { tone: 'red', Icon: IconSnowflake },
  revoked: { tone: 'neutral', Icon: IconKeyOff },
}

export const toneOf = (displayState: DisplayState): Tone =>
  displayState === 'busy' ? 'accent' : looks[displayState].tone

export function ConnectorStatePill({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const displayState = displayStateOf(connector)
  const Icon = displayState === 'busy' ? undefined : looks[displayState].Icon
  return (
    <Pill
      tone={toneOf(displayState)}
      icon={
        Icon ? (
          <Icon size={14} stroke={2} aria-hidden="true" />
        ) : (
          <Loader size={12} aria-hidden="true" />
        )
      }
    >
      {t(`state.${displayState}`)}
    </Pill>
  )
}
