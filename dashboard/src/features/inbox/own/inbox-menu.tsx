// What the inbox shows: one's own items by state, or the decisions of everyone; and notifications of this browser.
import { ActionIcon, Menu } from '@mantine/core'
import { IconBell, IconBellOff, IconCheck, IconDots, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { useAddress } from '#lib/use-address.ts'
import { selectionOf } from '../inbox-item.ts'
import { useAlerts } from './alerts/alert-setting.ts'
import type { DigestDialogProps } from './digest/digest-dialog.tsx'
import { BOXES } from './inbox-lists.ts'

const CHOICES = [...BOXES, 'everyone'] as const

const DigestDialog = onDemand<DigestDialogProps>(
  async () => (await import('./digest/digest-dialog.tsx')).DigestDialog,
  { close: ({ onClose }) => onClose() },
)

export function InboxMenu() {
  const [isDigestOpen, setDigestOpen] = useState(false)
  return (
    <>
      <Choices onDigest={() => setDigestOpen(true)} />
      {isDigestOpen && <DigestDialog onClose={() => setDigestOpen(false)} />}
    </>
  )
}

function Choices({ onDigest }: { onDigest: () => void }) {
  const { t } = useTranslation('inbox')
  const [address, change] = useAddress()
  const alerts = useAlerts()
  const shown =
    address['show'] === 'closed'
      ? 'everyone'
      : (CHOICES.find((one) => one === address['box']) ?? 'active')
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t('menu')} title={t('menu')}>
          <IconDots size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('show')}</Menu.Label>
        {CHOICES.map((one) => (
          <Menu.Item
            key={one}
            rightSection={one === shown && <IconCheck size={16} stroke={2} aria-hidden="true" />}
            onClick={() =>
              change({
                ...selectionOf(undefined),
                show: undefined,
                box: one === 'active' ? undefined : one,
              })
            }
          >
            {t(`box.${one}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconMail size={16} stroke={1.75} aria-hidden="true" />}
          onClick={onDigest}
        >
          {t('digest.open')}
        </Menu.Item>
        {alerts.state !== 'unsupported' && (
          <>
            <Menu.Item
              disabled={alerts.state === 'blocked'}
              leftSection={
                alerts.state === 'on' ? (
                  <IconBellOff size={16} stroke={1.75} aria-hidden="true" />
                ) : (
                  <IconBell size={16} stroke={1.75} aria-hidden="true" />
                )
              }
              onClick={alerts.toggle}
            >
              {t(`alerts.${alerts.state}`)}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
