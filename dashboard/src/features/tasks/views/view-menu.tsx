// What can be done with the view that is looked at.
import { Button, Menu, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { View } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import type { TaskSearch } from '../data/task-search.ts'
import { useViewActions } from './use-views.ts'
import { isSameView, toViewQuery, type ViewQuery } from './view-search.ts'
import classes from './view-tabs.module.css'

const RenameForm = onDemand(async () => (await import('./view-forms.tsx')).RenameForm)

/** A change is a merge: what is no longer wanted has to be named. */
function replacing(before: ViewQuery, after: ViewQuery) {
  const gone = Object.keys(before).filter((name) => !(name in after))
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...after }
}

export function ViewMenu({
  view,
  search,
  onLeave,
}: {
  view: View
  search: TaskSearch
  onLeave: () => void
}) {
  const { t } = useTranslation('tasks')
  const username = useMe()?.user.username
  const { change } = useViewActions()
  const [isRenaming, setRenaming] = useState(false)
  const isChanged = !isSameView(search, view, username)
  const keep = () =>
    void change(view, { query: replacing(view.query, toViewQuery(search, username)) })
  return (
    <>
      {isChanged && (
        <Button size="compact-xs" variant="default" onClick={keep}>
          {t('views.keep')}
        </Button>
      )}
      <Popover opened={isRenaming} onChange={setRenaming} width={280} trapFocus>
        <Popover.Target>
          <span>
            <Acts view={view} onRename={() => setRenaming(true)} onLeave={onLeave} />
          </span>
        </Popover.Target>
        <Popover.Dropdown>
          <RenameForm view={view} onClose={() => setRenaming(false)} />
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

function Acts({
  view,
  onRename,
  onLeave,
}: {
  view: View
  onRename: () => void
  onLeave: () => void
}) {
  const { t } = useTranslation('tasks')
  const { change, remove } = useViewActions()
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <button
          type="button"
          className={classes['menu']}
          aria-label={t('views.menu', { name: view.name })}
        >
          <IconChevronDown size={14} stroke={1.75} />
        </button>
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
