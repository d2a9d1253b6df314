// What keeps an agent from claiming tasks, and how to fix it.
import { Button } from '@mantine/core'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { displayStateOf } from '../agent-state.ts'

export function AgentNotice({ agent, onEdit }: { agent: Agent; onEdit: () => void }) {
  const { t } = useTranslation('agents')
  const state = displayStateOf(agent)
  if (state === 'paused') {
    return (
      <Notice tone="amber" title={t('notice.paused')}>
        {t('notice.pausedText')}
      </Notice>
    )
  }
  if (state !== 'exhausted') return null
  return (
    <Notice
      tone="red"
      title={t('notice.exhausted')}
      actions={
        <Button size="compact-md" variant="default" onClick={onEdit}>
          {t('notice.raise')}
        </Button>
      }
    >
      {t('notice.exhaustedText')}
    </Notice>
  )
}
