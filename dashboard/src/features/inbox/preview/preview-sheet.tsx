// The selected item on a phone, drawn up from the bottom.
import { Drawer } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ItemPreview } from './item-preview.tsx'
import classes from './sheet.module.css'

export function PreviewSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation(['inbox', 'common'])
  // It stays drawn while it closes.
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t(shown?.startsWith('apr_') ? 'inbox:approval' : 'inbox:question')}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {shown !== undefined && <ItemPreview id={shown} />}
    </Drawer>
  )
}
