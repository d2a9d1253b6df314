// Pauses or resumes an agent from its card.
import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useAgentActs } from './use-agent-acts.ts'

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true } as const

export function PauseButton({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const { setPaused } = useAgentActs(agent)
  const { name } = agent
  const isPaused = agent.state === 'paused'
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={isPaused ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
      aria-label={isPaused ? t('acts.resumeOf', { name }) : t('acts.pauseOf', { name })}
      loading={setPaused.isPending}
      onClick={() => setPaused.mutate(!isPaused)}
    >
      {isPaused ? t('acts.resume') : t('acts.pause')}
    </Button>
  )
}
