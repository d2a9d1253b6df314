// The menu of a saved view, fetched when it is first opened.
import { Menu } from '@mantine/core'
import type { View } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Anchor } from '#components/on-demand/anchor.tsx'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { useViewActions } from './use-views.ts'

export function ViewActs({
  view,
  onRename,
  onLeave,
  at,
  onClose,
}: Dropped & {
  view: View
  onRename: () => void
  onLeave: () => void
}) {
  const { t } = useTranslation('tasks')
  const { change, remove } = useViewActions()
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={200}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('views.rename')}</Menu.Item>
        <Menu.Item onClick={() => void change(view, { shared: !view.shared })}>
          {t(view.shared ? 'views.unshare' : 'views.share')}
        </Menu.Item>
        <Menu.Item
          color="red"
          onClick={() => {
            onLeave()
            void remove(view)
          }}
        >
          {t('views.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
