// The selected item on a phone, drawn up from the bottom.
import { Drawer } from '@mantine/core'
import type { Notification } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ItemToolsSlot } from '../own/item-tools.tsx'
import { ItemPreview } from './item-preview.tsx'
import classes from './sheet.module.css'

export type SheetProps = {
  id: string | undefined
  item?: Notification | undefined
  tools?: ReactNode
  onClose: () => void
}

export function PreviewSheet({ id, item, tools, onClose }: SheetProps) {
  const { t } = useTranslation(['inbox', 'common'])
  // It stays drawn while it closes.
  const [shown, setShown] = useState({ id, item })
  if (id !== undefined && (id !== shown.id || item !== shown.item)) setShown({ id, item })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t(`inbox:kind.${kindOf(shown.id, shown.item)}`)}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <ItemToolsSlot value={tools}>
        {shown.id !== undefined && <ItemPreview id={shown.id} item={shown.item} />}
      </ItemToolsSlot>
    </Drawer>
  )
}

const kindOf = (id: string | undefined, item: Notification | undefined) =>
  item?.kind ?? (id?.startsWith('apr_') ? 'approval' : 'question')
