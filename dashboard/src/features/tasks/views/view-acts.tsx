// The menu of a saved view, fetched when it is first opened.
import { Menu } from '@mantine/core'
import type { View } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { uiBase } from '#api/call.ts'
import { Anchor } from '#components/on-demand/anchor.tsx'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { showDone } from '#components/toasts/toasts.tsx'
import type { TaskSearch } from '../data/task-search.ts'
import { ExportItem } from './export-item.tsx'
import { useViewActions } from './use-views.ts'
import { fromView } from './view-search.ts'

/** The view as it is saved, whatever becomes of it. */
function linkToView({ id, kind }: View): string {
  return new URL(`${kind === 'board' ? 'board' : 'tasks'}?view=${id}`, uiBase).href
}

export function ViewActs({
  view,
  search,
  onRename,
  onLeave,
  at,
  onClose,
}: Dropped & {
  view: View
  search: TaskSearch
  onRename: () => void
  onLeave: () => void
}) {
  const { t } = useTranslation('views')
  const { change, remove } = useViewActions()
  return (
    <Menu opened onClose={onClose} position="bottom-start" width={200}>
      <Menu.Target>
        <Anchor at={at} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            void navigator.clipboard
              .writeText(linkToView(view))
              .then(() => showDone(t('linkCopied')))
          }
        >
          {t('copyLink')}
        </Menu.Item>
        <ExportItem search={search} extra={fromView(view).extra} />
        <Menu.Divider />
        <Menu.Item onClick={onRename}>{t('rename')}</Menu.Item>
        <Menu.Item onClick={() => void change(view, { shared: !view.shared })}>
          {t(view.shared ? 'unshare' : 'share')}
        </Menu.Item>
        <Menu.Item
          color="red"
          onClick={() => {
            onLeave()
            void remove(view)
          }}
        >
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
