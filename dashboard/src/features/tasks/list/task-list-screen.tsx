// A list of tasks with everything around it: views, filters, rows, the task beside it, and what is selected.
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useMemo, useRef } from 'react'
import { Page } from '#components/page/page.tsx'
import { LazyInlineCreate } from '#features/tasks/create/lazy-inline-create.tsx'
import type { FilterField, TaskSearch } from '#features/tasks/data/task-search.ts'
import { LazyDeleteDialog } from '#features/tasks/edit/lazy-delete-dialog.tsx'
import { ListTools } from '#features/tasks/filters/list-tools.tsx'
import { PickerProvider } from '#features/tasks/pickers/picker-provider.tsx'
import { ViewTabs } from '#features/tasks/views/view-tabs.tsx'
import { LazyTaskPanel } from '../detail/lazy-task-panel.tsx'
import { ListBars } from './bulk/list-bars.tsx'
import { ListState } from './rows/list-state.tsx'
import { NewPill } from './rows/new-pill.tsx'
import { type ListHandle, TaskList } from './rows/task-list.tsx'
import classes from './task-list-screen.module.css'
import { type ListModel, useListModel } from './use-list-model.ts'

export type ListScreenProps = {
  title: string
  /** What this screen itself narrows the list to. */
  fixed?: { fields: readonly FilterField[]; search: Partial<TaskSearch> }
}

export function TaskListScreen(props: ListScreenProps) {
  return (
    <PickerProvider>
      <ListScreen {...props} />
    </PickerProvider>
  )
}

function ListScreen({ title, fixed }: ListScreenProps) {
  const list = useRef<ListHandle>(null)
  const text = useRef<HTMLInputElement>(null)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const model = useListModel({ list, text, isNarrow, fixed })
  const { search, changeSearch, cursor, drafting } = model
  const change = (next: TaskSearch) => changeSearch(() => next)
  return (
    <Page
      title={title}
      bleed
      actions={<ListTools finding={model.finding} isNarrow={isNarrow} onNew={drafting.openDraft} />}
    >
      <div className={classes['split']}>
        <div className={classes['list']}>
          {!fixed && <ViewTabs search={search} isReady={model.rows.isReady} onView={change} />}
          <ListBars model={model} fixed={fixed?.fields ?? []} onChange={change} />
          {drafting.draft && (
            <LazyInlineCreate
              key={JSON.stringify(drafting.draft)}
              draft={drafting.draft}
              onClose={drafting.closeDraft}
              onCreated={(task) => cursor.setActive(task.id)}
            />
          )}
          <Rows model={model} list={list} isNarrow={isNarrow} />
        </div>
        {search.peek && !isNarrow && (
          <LazyTaskPanel
            key={search.peek}
            reference={search.peek}
            onClose={model.closePeek}
            onStep={model.step}
          />
        )}
      </div>
      <LazyDeleteDialog
        tasks={model.deleting}
        onClose={() => model.setDeleting([])}
        onDeleted={model.selecting.stop}
      />
    </Page>
  )
}

function Rows({
  model,
  list,
  isNarrow,
}: {
  model: ListModel
  list: RefObject<ListHandle | null>
  isNarrow: boolean
}) {
  const { cursor, search, rows, drafting, held } = model
  const { collapse } = rows
  const { onAdd } = drafting
  const headActions = useMemo(() => ({ onCollapse: collapse, onAdd }), [collapse, onAdd])
  return (
    <div className={classes['rows']}>
      <NewPill count={held.heldCount} onShow={held.showHeld} />
      <ListState model={model}>
        <TaskList
          // Rows are measured on a phone and of one height elsewhere: what is known of them does not carry over.
          key={isNarrow ? 'narrow' : 'wide'}
          ref={list}
          items={rows.items}
          grouping={search.group ?? 'status'}
          active={cursor.active?.id}
          checked={cursor.checked}
          isNarrow={isNarrow}
          isSelecting={model.selecting.isOn}
          rowActions={model.rowActions}
          headActions={headActions}
          onSeen={rows.onSeen}
          onScrolled={held.onScrolled}
        />
      </ListState>
    </div>
  )
}
