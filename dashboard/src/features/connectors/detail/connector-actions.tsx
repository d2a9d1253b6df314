// The actions of a connector: the main one as a button, the others in a menu.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconDropletDown,
  IconKey,
  IconKeyOff,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTerminal2,
  IconTrash,
} from '@tabler/icons-react'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { PageAction } from '#components/page/page-action.tsx'
import type { ConnectorActs } from '../use-connector-acts.ts'
import type { DialogName } from './connector-dialog.tsx'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

type Props = {
  connector: Connector
  acts: ConnectorActs
  onDialog: (name: DialogName) => void
}

/** It has a valid key. */
export const isEnrolled = ({ state }: Connector): boolean =>
  !['enrolling', 'frozen', 'revoked'].includes(state)

export function ConnectorActions(props: Props & { onConsole: () => void }) {
  return (
    <>
      <MainAction {...props} />
      <MoreActions {...props} />
    </>
  )
}

function MainAction({ connector, acts, onDialog, onConsole }: Props & { onConsole: () => void }) {
  const { t } = useTranslation('connectors')
  if (connector.state === 'paused') {
    return (
      <PageAction
        icon={<IconPlayerPlay {...ICON} />}
        label={t('acts.resume')}
        loading={acts.setPaused.isPending}
        onClick={() => acts.setPaused.mutate(false)}
      />
    )
  }
  if (!isEnrolled(connector)) {
    return (
      <PageAction
        icon={<IconKey {...ICON} />}
        label={t('acts.token')}
        onClick={() => onDialog('token')}
      />
    )
  }
  return (
    <PageAction
      icon={<IconTerminal2 {...ICON} />}
      label={t('acts.run')}
      keys="r"
      onClick={onConsole}
    />
  )
}

function MoreActions({ connector, acts, onDialog }: Props) {
  const { t } = useTranslation('connectors')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={32} aria-label={t('acts.more')}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => onDialog('rename')}>
          {t('acts.rename')}
        </Menu.Item>
        {isEnrolled(connector) && (
          <WorkItems connector={connector} acts={acts} onDialog={onDialog} />
        )}
        <Menu.Item leftSection={<IconKey {...ICON} />} onClick={() => onDialog('token')}>
          {t('acts.token')}
        </Menu.Item>
        <Menu.Divider />
        {connector.state !== 'revoked' && connector.state !== 'enrolling' && (
          <Menu.Item
            color="red"
            leftSection={<IconKeyOff {...ICON} />}
            onClick={() => onDialog('revoke')}
          >
            {t('acts.revoke')}
          </Menu.Item>
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash {...ICON} />}
          onClick={() => onDialog('remove')}
        >
          {t('acts.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** For a connector with a valid key. */
function WorkItems({ connector, acts, onDialog }: Props) {
  const { t } = useTranslation('connectors')
  return (
    <>
      {connector.state !== 'paused' && (
        <Menu.Item
          leftSection={<IconPlayerPause {...ICON} />}
          onClick={() => acts.setPaused.mutate(true)}
        >
          {t('acts.pause')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconDropletDown {...ICON} />} onClick={() => onDialog('drain')}>
        {t('acts.drain')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRefresh {...ICON} />}
        disabled={connector.rotate_asked}
        onClick={() => acts.rotate.mutate()}
      >
        {t('acts.rotate')}
      </Menu.Item>
    </>
  )
}
