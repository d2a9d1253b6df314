// What can be done with an agent: pausing it in sight, the rest in a menu.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { PageAction } from '#components/page/page-action.tsx'
import type { AgentActs } from '../use-agent-acts.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function AgentActions({
  agent,
  acts: { setPaused },
  onEdit,
  onToken,
  onRemove,
}: {
  agent: Agent
  acts: AgentActs
  onEdit: () => void
  onToken: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const isPaused = agent.state === 'paused'
  return (
    <>
      <PageAction
        variant={isPaused ? 'filled' : 'default'}
        icon={isPaused ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
        label={isPaused ? t('acts.resume') : t('acts.pause')}
        keys="p"
        loading={setPaused.isPending}
        onClick={() => setPaused.mutate(!isPaused)}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} aria-label={common('more')}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={onEdit}>
            {t('form.edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey {...ICON} />} onClick={onToken}>
            {t('tokens.create')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={onRemove}>
            {t('removal.submit')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
