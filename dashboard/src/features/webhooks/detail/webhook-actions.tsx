// What can be done with a webhook: the two usual things in sight, the rest in a menu.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconHistory,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { PageAction } from '#components/page/page-action.tsx'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

type Acts = {
  webhook: Webhook
  onEdit: () => void
  onEnable: (enabled: boolean) => void
  onDialog: (dialog: 'rotate' | 'delete') => void
}

export function WebhookActions({
  webhook,
  isSending,
  onTest,
  isRetrying,
  onRetry,
  onEdit,
  onEnable,
  onDialog,
}: Acts & {
  isSending: boolean
  onTest: () => void
  isRetrying: boolean
  /** Undefined when there is nothing to retry. */
  onRetry: (() => void) | undefined
}) {
  const { t } = useTranslation('webhooks')
  return (
    <>
      {webhook.enabled ? (
        <PageAction
          variant={onRetry ? 'default' : 'filled'}
          icon={<IconSend {...ICON} />}
          label={t('detail.test')}
          keys="t"
          loading={isSending}
          onClick={onTest}
        />
      ) : (
        <PageAction
          icon={<IconPlayerPlay {...ICON} />}
          label={t('detail.enable')}
          onClick={() => onEnable(true)}
        />
      )}
      {onRetry && (
        <PageAction
          icon={<IconRefresh {...ICON} />}
          label={t('detail.retry')}
          keys="r"
          loading={isRetrying}
          onClick={onRetry}
        />
      )}
      <MoreActions webhook={webhook} onEdit={onEdit} onEnable={onEnable} onDialog={onDialog} />
    </>
  )
}

function MoreActions({ webhook, onEdit, onEnable, onDialog }: Acts) {
  const { t } = useTranslation('webhooks')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('detail.more')}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={onEdit}>
          {t('form.edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconHistory {...ICON} />}
          renderRoot={(props) => (
            <Link {...props} to="/deliveries" search={{ webhook: webhook.id, recover: '1' }} />
          )}
        >
          {t('detail.recover')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...ICON} />} onClick={() => onDialog('rotate')}>
          {t('detail.rotate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCopy {...ICON} />}
          onClick={() => void navigator.clipboard.writeText(webhook.url)}
        >
          {t('detail.copyUrl')}
        </Menu.Item>
        <Menu.Divider />
        {webhook.enabled && (
          <Menu.Item leftSection={<IconPlayerPause {...ICON} />} onClick={() => onEnable(false)}>
            {t('detail.disable')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => onDialog('delete')}
        >
          {t('detail.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
