// What can be done with the selected item, at the right of its head: snooze, done, or back to the inbox.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import type { Notification } from '@task-service/contract'
import { createContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/use-now.ts'
import { boxOf } from './inbox-cache.ts'
import { SnoozeMenu } from './snooze-menu.tsx'
import type { InboxActs } from './use-inbox-acts.ts'

/** Drawn by the head of the preview, whatever the item is. */
export const ItemToolsSlot = createContext<ReactNode>(null)

export function ItemTools({
  item,
  acts,
  snooze,
}: {
  item: Notification
  acts: InboxActs
  snooze: { isOpen: boolean; setOpen: (isOpen: boolean) => void }
}) {
  const { t } = useTranslation('inbox')
  if (boxOf(item, useNow().toISOString()) !== 'active') {
    return (
      <Tooltip label={`${t('restore')} · E`}>
        <ActionIcon aria-label={t('restore')} onClick={() => acts.restore(item)}>
          <IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    )
  }
  return (
    <>
      <SnoozeMenu
        isOpen={snooze.isOpen}
        onOpen={snooze.setOpen}
        onSnooze={(until, words) => acts.snooze(item, until, words)}
      />
      <Tooltip label={`${t('done')} · E`}>
        <ActionIcon aria-label={t('done')} onClick={() => acts.finish(item)}>
          <IconCheck size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
