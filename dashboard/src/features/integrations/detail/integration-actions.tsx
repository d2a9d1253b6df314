// The actions of an integration: the main one as a button, the others in a menu.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlugConnected,
  IconRefresh,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { PageAction } from '#components/page/page-action.tsx'
import type { IntegrationActs } from '../use-integration-acts.ts'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function IntegrationActions({
  integration,
  acts,
  onRemove,
}: {
  integration: Integration
  acts: IntegrationActs
  onRemove: () => void
}) {
  const { t } = useTranslation('integrations')
  const run = integration.now?.run_id
  return (
    <>
      <MainAction integration={integration} acts={acts} run={run} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={32} aria-label={t('acts.more')}>
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconStack2 {...ICON} />}
            disabled={integration.paused}
            onClick={() => acts.sync.mutate(true)}
          >
            {t('acts.full')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPlugConnected {...ICON} />}
            onClick={() => acts.check.mutate()}
          >
            {t('acts.check')}
          </Menu.Item>
          {!integration.paused && (
            <Menu.Item
              leftSection={<IconPlayerPause {...ICON} />}
              onClick={() => acts.setPaused.mutate(true)}
            >
              {t('acts.pause')}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={onRemove}>
            {t('acts.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

function MainAction({
  integration,
  acts,
  run,
}: {
  integration: Integration
  acts: IntegrationActs
  run: string | null | undefined
}) {
  const { t } = useTranslation('integrations')
  if (integration.paused) {
    return (
      <PageAction
        icon={<IconPlayerPlay {...ICON} />}
        label={t('acts.resume')}
        onClick={() => acts.setPaused.mutate(false)}
      />
    )
  }
  if (run && integration.now?.state === 'running') {
    return (
      <PageAction
        variant="default"
        icon={<IconPlayerStop {...ICON} />}
        label={t('acts.stop')}
        loading={acts.cancel.isPending}
        onClick={() => acts.cancel.mutate(run)}
      />
    )
  }
  return (
    <PageAction
      icon={<IconRefresh {...ICON} />}
      label={t('acts.sync')}
      keys="r"
      loading={acts.sync.isPending}
      onClick={() => acts.sync.mutate(false)}
    />
  )
}
