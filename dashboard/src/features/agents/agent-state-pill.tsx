// The state of an agent in a few words, with a mark so that color is never the only sign.
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircle, IconPlayerPause } from '@tabler/icons-react'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill } from '#components/surface/pill.tsx'
import { displayStateOf } from './agent-state.ts'
import { AMBER_SHARE, highestShare } from './budget.ts'

const ICON = { size: 14, stroke: 2, 'aria-hidden': true } as const

export function AgentStatePill({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const share = highestShare(agent)
  const percent = Math.floor(share * 100)
  switch (displayStateOf(agent)) {
    case 'paused':
      return (
        <Pill tone="amber" icon={<IconPlayerPause {...ICON} />}>
          {t('state.paused')}
        </Pill>
      )
    case 'exhausted':
      return (
        <Pill tone="red" icon={<IconAlertTriangle {...ICON} />}>
          {t('state.exhausted')}
        </Pill>
      )
    case 'working':
      return share >= AMBER_SHARE ? (
        <Pill tone="amber" icon={<IconAlertTriangle {...ICON} />}>
          {t('pill.budget', { count: agent.working_runs, percent })}
        </Pill>
      ) : (
        <Pill tone="accent" icon={<Loader size={12} aria-hidden="true" />}>
          {t('pill.working', { count: agent.working_runs })}
        </Pill>
      )
    case 'parked':
      return (
        <Pill tone="violet" icon={<IconPlayerPause {...ICON} />}>
          {t('pill.parked', { count: agent.parked_runs })}
        </Pill>
      )
    case 'idle':
      return <Pill icon={<IconCircle {...ICON} />}>{t('state.idle')}</Pill>
  }
}
