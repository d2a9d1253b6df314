// What a list screen knows and can do, so that its parts only have to show it.
import type { Task } from '@task-service/contract'
import { type RefObject, useMemo, useState } from 'react'
import { useDraft } from '#features/tasks/create/use-draft.ts'
import { movesFrom } from '#features/tasks/data/status-moves.ts'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { type FilterField, filtersOf, type TaskSearch } from '#features/tasks/data/task-search.ts'
import { usePeek } from '#features/tasks/data/use-peek.ts'
import { useListActs, useTaskActs } from '#features/tasks/edit/use-palette-acts.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { useFinding } from '#features/tasks/filters/use-finding.ts'
import type { PickerField } from '#features/tasks/pickers/picker-field.ts'
import { usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { useViewSearch } from '#features/tasks/views/use-view-search.ts'
import type { ListHandle } from './rows/task-list.tsx'
import { type RowActions, rowId } from './rows/task-row.tsx'
import { type Cursor, useCursor } from './rows/use-cursor.ts'
import { useHeld } from './rows/use-held.ts'
import { useListItems } from './rows/use-list-items.ts'
import { useListKeys } from './rows/use-list-keys.ts'

export type ListModelInput = {
  list: RefObject<ListHandle | null>
  text: RefObject<HTMLInputElement | null>
  isNarrow: boolean
  fixed: { fields: readonly FilterField[]; search: Partial<TaskSearch> } | undefined
}

export type ListModel = ReturnType<typeof useListModel>

export function useListModel({ list, text, isNarrow, fixed }: ListModelInput) {
  const { search, changeSearch, extra, isKnown, isMissing } = useViewSearch()
  const whole = useMemo(() => ({ ...search, ...fixed?.search }), [search, fixed])
  const rows = useListItems(whole, extra, isKnown)
  const cursor = useCursor(rows.tasks, search.peek)
  const drafting = useDraft(whole)
  const [deleting, setDeleting] = useState<readonly Task[]>([])
  const selecting = useSelecting(cursor)
  const peeking = usePeek(search.peek, changeSearch, isNarrow)
  const show = (task: Task) => {
    list.current?.show(task.id)
    if (search.peek) peeking.peek(task)
  }
  const finding = useFinding(search, changeSearch, text)
  const openPicker = usePicker()
  const { move, prioritise } = useTaskActions()
  const pick = (field: PickerField) => {
    const { tasks, at } = targetOf(cursor, field)
    if (at) openPicker(field, tasks, at)
  }
  useListActs({ onNew: drafting.openDraft, onFind: finding.onFind })
  useTaskActs(cursor.active, pick)
  useListKeys({
    cursor,
    onMoved: show,
    onPeek: (task) =>
      search.peek === referenceOf(task) ? peeking.closePeek() : peeking.peek(task),
    onOpen: peeking.openPage,
    onPick: pick,
    onPrioritize: (priority) => void prioritise(targetOf(cursor, '').tasks, priority),
    onNew: drafting.openDraft,
    onFind: finding.onFind,
    onComplete: () => void move(targetOf(cursor, '').tasks.filter(canComplete), 'completed'),
    onDelete: () => setDeleting(targetOf(cursor, '').tasks),
    onEscape: () => (cursor.checked.size > 0 ? selecting.stop() : peeking.closePeek()),
  })
  return {
    search,
    whole,
    changeSearch,
    rows,
    cursor,
    drafting,
    deleting,
    setDeleting,
    finding,
    step: stepIn(cursor, show),
    closePeek: peeking.closePeek,
    rowActions: useRowActions(cursor, peeking, { isNarrow, isSelecting: selecting.isByTouch }),
    selecting,
    extra,
    isMissing,
    openPicker,
    held: useHeld(list),
    isFiltered: Object.keys(filtersOf(search)).length > 0,
    clearFilters: () => changeSearch(withoutFilters),
  }
}

function stepIn(cursor: Cursor, show: (task: Task) => void): (by: number) => void {
  return (by) => {
    const task = cursor.move(by)
    if (task) show(task)
  }
}

const canComplete = ({ status }: Task): boolean => movesFrom(status).includes('completed')

/** By touch there is no key to select with: a tap does it while this is on. */
function useSelecting({ checked, clear }: Cursor) {
  const [isByTouch, setByTouch] = useState(false)
  return {
    isByTouch,
    isOn: isByTouch || checked.size > 0,
    start: () => setByTouch(true),
    stop: () => {
      setByTouch(false)
      clear()
    },
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
  { isNarrow, isSelecting }: { isNarrow: boolean; isSelecting: boolean },
): RowActions {
  const openPicker = usePicker()
  return useMemo(
    () => ({
      onOpen: (task) => {
        setActive(task.id)
        if (isSelecting) toggle(task, false)
        else if (isNarrow) openPage(task)
        else peek(task)
      },
      onCheck: toggle,
      onPick: (field, task, at) => openPicker(field, [task], at),
    }),
    [setActive, toggle, isNarrow, isSelecting, openPage, peek, openPicker],
  )
}

function withoutFilters({ group, sort }: TaskSearch): TaskSearch {
  const layout = { ...(group && { group }), ...(sort && { sort }) }
  return { status: [], priority: [], label: [], ...layout }
}
