// A list of tasks with everything around it: views, filters, rows, the task beside it, and what is selected.
import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { Page } from '#components/page/page.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { useColumns } from '#features/tasks/columns/use-columns.ts'
import { LazyInlineCreate } from '#features/tasks/create/lazy-inline-create.tsx'
import type { FilterField, TaskSearch } from '#features/tasks/data/task-search.ts'
import { LazyDeleteDialog } from '#features/tasks/edit/lazy-delete-dialog.tsx'
import { ListTools } from '#features/tasks/filters/list-tools.tsx'
import { PickerProvider } from '#features/tasks/pickers/picker-provider.tsx'
import { ViewTabs } from '#features/tasks/views/view-tabs.tsx'
import { withWords } from '#words/index.ts'
import { LazyTaskPanel } from '../detail/lazy-task-panel.tsx'
import { ListBars } from './bulk/list-bars.tsx'
import { ListState } from './rows/list-state.tsx'
import { NewPill } from './rows/new-pill.tsx'
import { type ListHandle, TaskList } from './rows/task-list.tsx'
import type { DrawCells } from './rows/task-row.tsx'
import classes from './task-list-screen.module.css'
import { type ListModel, useListModel } from './use-list-model.ts'

const ColumnHead = onDemand(
  withWords(['views'], async () => (await import('../columns/column-head.tsx')).ColumnHead),
  // As high as it will be, so that the rows do not move.
  { placeholder: () => <div style={{ height: 28, flex: 'none' }} /> },
)

/** The other groups begin below the screen. */
const SCREENFUL = 40

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
          <Rows model={model} list={list} isNarrow={isNarrow} onChange={change} />
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
  onChange,
}: {
  model: ListModel
  list: RefObject<ListHandle | null>
  isNarrow: boolean
  onChange: (search: TaskSearch) => void
}) {
  const { columns, drawCells, setDrawCells } = useChosenCells(model.search, isNarrow)
  const { cursor, search, rows, drafting, held } = model
  const { collapse } = rows
  const { onAdd } = drafting
  const headActions = useMemo(() => ({ onCollapse: collapse, onAdd }), [collapse, onAdd])
  return (
    <div className={classes['rows']}>
      <NewPill count={held.heldCount} onShow={held.showHeld} />
      {columns && rows.items.length > 0 && (
        <ColumnHead columns={columns} search={search} onChange={onChange} onCells={setDrawCells} />
      )}
      <Together
        fills
        isReady={rows.tasks.length >= SCREENFUL}
        fallback={<RowSkeleton rows={12} height={isNarrow ? 72 : 38} />}
      >
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
            drawCells={drawCells}
            rowActions={model.rowActions}
            headActions={headActions}
            onSeen={rows.onSeen}
            onScrolled={held.onScrolled}
          />
        </ListState>
      </Together>
    </div>
  )
}

/** A phone has no room for columns. */
function useChosenCells(search: TaskSearch, isNarrow: boolean) {
  const chosen = useColumns(search)
  const [draw, setDraw] = useState<DrawCells | null>(null)
  const columns = isNarrow ? undefined : chosen
  const setDrawCells = useCallback((next: DrawCells) => setDraw(() => next), [])
  return { columns, setDrawCells, drawCells: columns && draw }
}
