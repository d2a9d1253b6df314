// What can be done with the view that is looked at.
import { Button } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { View } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { DropButton } from '#components/on-demand/drop-button.tsx'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { withWords } from '#words/index.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { useViewActions } from './use-views.ts'
import { isSameView, toViewQuery, type ViewQuery, viewColumns } from './view-search.ts'
import classes from './view-tabs.module.css'

const RenameCard = onDemand(
  withWords(['views'], async () => (await import('./view-forms.tsx')).RenameCard),
  { close: ({ onClose }) => onClose(), takesKeys: true },
)

const ViewActs = onDemand(
  withWords(['views'], async () => (await import('./view-acts.tsx')).ViewActs),
  { close: ({ onClose }) => onClose() },
)

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
  const [renamingAt, setRenamingAt] = useState<DOMRect>()
  const isChanged = !isSameView(search, view, username)
  const keep = () =>
    void change(view, {
      query: replacing(view.query, toViewQuery(search, username)),
      columns: viewColumns(search.columns),
    })
  return (
    <>
      {isChanged && (
        <Button size="compact-xs" variant="default" onClick={keep}>
          {t('views.keep')}
        </Button>
      )}
      <DropButton
        popup="menu"
        label={t('views.menu', { name: view.name })}
        className={classes['menu']}
        preload={ViewActs.preload}
        renderCard={(dropped) => (
          <ViewActs
            {...dropped}
            view={view}
            search={search}
            onRename={() => setRenamingAt(dropped.at)}
            onLeave={onLeave}
          />
        )}
      >
        <IconChevronDown size={14} stroke={1.75} />
      </DropButton>
      {renamingAt && (
        <RenameCard at={renamingAt} view={view} onClose={() => setRenamingAt(undefined)} />
      )}
    </>
  )
}
