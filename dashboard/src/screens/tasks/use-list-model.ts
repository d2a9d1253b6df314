// What a list screen knows and can do, so that its parts only have to show it.
import type { Task } from '@task-service/contract'
import { type RefObject, useMemo, useState } from 'react'
import { useDraft } from '../../tasks/create/use-draft.ts'
import { referenceOf } from '../../tasks/data/task-address.ts'
import { type FilterField, filtersOf, type TaskSearch } from '../../tasks/data/task-search.ts'
import { usePeek } from '../../tasks/data/use-peek.ts'
import { useTaskSearch } from '../../tasks/data/use-task-search.ts'
import { useFinding } from '../../tasks/filters/use-finding.ts'
import { usePicker } from '../../tasks/pickers/picker-provider.tsx'
import type { ListHandle } from './list/task-list.tsx'
import { type RowActions, rowId } from './list/task-row.tsx'
import { type Cursor, useCursor } from './list/use-cursor.ts'
import { useHeld } from './list/use-held.ts'
import { useListItems } from './list/use-list-items.ts'
import { useListKeys } from './list/use-list-keys.ts'

export type ListModelInput = {
  list: RefObject<ListHandle | null>
  text: RefObject<HTMLInputElement | null>
  isNarrow: boolean
  fixed: { fields: readonly FilterField[]; search: Partial<TaskSearch> } | undefined
}

export type ListModel = ReturnType<typeof useListModel>

export function useListModel({ list, text, isNarrow, fixed }: ListModelInput) {
  const [search, changeSearch] = useTaskSearch()
  const whole = useMemo(() => ({ ...search, ...fixed?.search }), [search, fixed])
  const rows = useListItems(whole)
  const cursor = useCursor(rows.tasks, search.peek)
  const drafting = useDraft(whole)
  const [deleting, setDeleting] = useState<readonly Task[]>([])
  const peeking = usePeek(search.peek, changeSearch)
  const show = (task: Task) => {
    list.current?.show(task.id)
    if (search.peek) peeking.peek(task)
  }
  const finding = useFinding(search, changeSearch, text)
  const openPicker = usePicker()
  useListKeys({
    cursor,
    onMoved: show,
    onPeek: (task) =>
      search.peek === referenceOf(task) ? peeking.closePeek() : peeking.peek(task),
    onOpen: peeking.openPage,
    onPick: (field) => {
      const { tasks, at } = targetOf(cursor, field)
      if (at) openPicker(field, tasks, at)
    },
    onNew: drafting.openDraft,
    onFind: finding.onFind,
    onDelete: () => setDeleting(targetOf(cursor, '').tasks),
    onEscape: () => (cursor.checked.size > 0 ? cursor.clear() : peeking.closePeek()),
  })
  return {
    search,
    changeSearch,
    rows,
    cursor,
    drafting,
    deleting,
    setDeleting,
    finding,
    step: (by: number) => {
      const task = cursor.move(by)
      if (task) show(task)
    },
    closePeek: peeking.closePeek,
    rowActions: useRowActions(cursor, peeking, isNarrow),
    openPicker,
    held: useHeld(list),
    isFiltered: Object.keys(filtersOf(search)).length > 0,
    clearFilters: () => changeSearch(withoutFilters),
  }
}

/** What the next key means: what is selected, or else the row under the keys; and where a picker opens. */
function targetOf(cursor: Cursor, field: string): { tasks: readonly Task[]; at: Element | null } {
  if (cursor.chosen.length > 0) {
    return { tasks: cursor.chosen, at: document.querySelector(`[data-bulk="${field}"]`) }
  }
  if (!cursor.active) return { tasks: [], at: null }
  const row = document.getElementById(rowId(cursor.active.id))
  const at = row?.querySelector(`[data-field="${field}"]`) ?? row?.querySelector('a') ?? null
  return { tasks: [cursor.active], at }
}

function useRowActions(
  { setActive, toggle }: Cursor,
  { peek, openPage }: ReturnType<typeof usePeek>,
  isNarrow: boolean,
): RowActions {
  const openPicker = usePicker()
  return useMemo(
    () => ({
      onOpen: (task) => {
        setActive(task.id)
        if (isNarrow) openPage(task)
        else peek(task)
      },
      onCheck: toggle,
      onPick: (field, task, at) => openPicker(field, [task], at),
    }),
    [setActive, toggle, isNarrow, openPage, peek, openPicker],
  )
}

function withoutFilters({ group, sort }: TaskSearch): TaskSearch {
  const layout = { ...(group && { group }), ...(sort && { sort }) }
  return { status: [], priority: [], label: [], ...layout }
}
