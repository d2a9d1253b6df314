// What the board knows and can do, so that its parts only have to show it.
import type { Status, Task } from '@task-service/contract'
import { type RefObject, useMemo } from 'react'
import { useMe } from '#api/me.ts'
import { STATUSES } from '#api/transitions.gen.ts'
import { useDraft } from '#features/tasks/create/use-draft.ts'
import type { TaskSearch } from '#features/tasks/data/task-search.ts'
import { type TaskFilters, toFilters } from '#features/tasks/data/to-query.ts'
import { usePeek } from '#features/tasks/data/use-peek.ts'
import { useTaskCounts } from '#features/tasks/data/use-task-counts.ts'
import { useListActs } from '#features/tasks/edit/use-palette-acts.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { useFinding } from '#features/tasks/filters/use-finding.ts'
import { usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { useViewSearch } from '#features/tasks/views/use-view-search.ts'
import { resolveExtra, type ViewExtra } from '#features/tasks/views/view-search.ts'
import { useNow } from '#lib/use-now.ts'
import type { ColumnActions, ColumnCount } from './board-column.tsx'
import { planColumns, recently } from './board-columns.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { wantFocus } from './wanted-focus.ts'

const FINISHED: Status[] = ['completed', 'failed', 'canceled']

function useColumns(search: TaskSearch, extra: ViewExtra | undefined) {
  const username = useMe()?.user.username
  const now = useNow()
  const text = JSON.stringify({
    ...toFilters({ ...search, status: [...STATUSES] }, { username, now }),
    ...(extra && resolveExtra(extra, now)),
  })
  const filters = useMemo(() => JSON.parse(text) as TaskFilters, [text]) // written just above
  const since = recently(now)
  const open = useTaskCounts(filters, 'status')
  const finished = useTaskCounts({ ...filters, status: FINISHED, updated_since: since }, 'status')
  const countOf = (status: Status): ColumnCount => {
    const counts = FINISHED.includes(status) ? finished : open
    const found = counts?.groups.find(({ value }) => value === status)
    return found && { count: found.count, isAtLeast: found.is_at_least }
  }
  const hasTriage = (open?.groups.find(({ value }) => value === 'triage')?.count ?? 0) > 0
  const columns = useMemo(
    () => planColumns(search, filters, { now: new Date(since), hasTriage }),
    [search, filters, since, hasTriage],
  )
  return { columns, countOf }
}

export function useBoardModel({
  text,
  isNarrow,
}: {
  text: RefObject<HTMLInputElement | null>
  isNarrow: boolean
}) {
  const { search, changeSearch, extra } = useViewSearch()
  const { columns, countOf } = useColumns(search, extra)
  const drafting = useDraft({ ...search, group: 'status' })
  const { peek, openPage, closePeek } = usePeek(search.peek, changeSearch, isNarrow)
  const openPicker = usePicker()
  const { move } = useTaskActions()
  const finding = useFinding(search, changeSearch, text)
  const { onAdd } = drafting
  const actions = useMemo(
    (): ColumnActions => ({
      onOpen: (task) => (isNarrow ? openPage(task) : peek(task)),
      onMove: (task, at) => openPicker('status', [task], at),
      onDropped: (task, status) => void move([task], status),
      onAdd,
    }),
    [isNarrow, openPage, peek, openPicker, move, onAdd],
  )
  useListActs({ onNew: drafting.openDraft, onFind: finding.onFind })
  useBoardKeys({
    columns: columns.map(({ status }) => status),
    onMove: (task: Task, status: Status) => {
      wantFocus(task.id)
      void move([task], status)
    },
    onPick: (field, task, at) => openPicker(field, [task], at),
    onPeek: peek,
    onOpen: openPage,
    onNew: drafting.openDraft,
    onFind: finding.onFind,
    onEscape: closePeek,
  })
  return { search, changeSearch, columns, countOf, drafting, actions, closePeek, finding }
}

export type BoardModel = ReturnType<typeof useBoardModel>
