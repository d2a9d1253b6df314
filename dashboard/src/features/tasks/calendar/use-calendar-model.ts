// What the calendar knows and can do, so that its parts only have to show it.
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { type RefObject, useMemo } from 'react'
import { call } from '#api/call.ts'
import { useMe } from '#api/me.ts'
import { STATUSES } from '#api/transitions.gen.ts'
import { useNow } from '#lib/use-now.ts'
import { wantFocus } from '../board/wanted-focus.ts'
import { useDraft } from '../create/use-draft.ts'
import { type TaskFilters, toFilters } from '../data/to-query.ts'
import { usePeek } from '../data/use-peek.ts'
import { useTaskSearch } from '../data/use-task-search.ts'
import { useListActs } from '../edit/use-palette-acts.ts'
import { useTaskActions } from '../edit/use-task-actions.ts'
import { useFinding } from '../filters/use-finding.ts'
import { usePicker } from '../pickers/picker-provider.tsx'
import {
  type Day,
  daysShown,
  dayText,
  dueOn,
  readDay,
  type Span,
  shiftDue,
  startOfDay,
  stepFrom,
  type WeekStart,
} from './calendar-days.ts'
import { useCalendarKeys } from './use-calendar-keys.ts'

/** Of the workspace; a week begins on Monday until it is known. */
function useWeekStart(): WeekStart {
  const { data } = useQuery({
    queryKey: ['settings', 'week start'],
    queryFn: async ({ signal }) => (await call('settings.get', { signal })).body.week_start,
    staleTime: 5 * 60_000,
  })
  return data ?? 'monday'
}

/** Without a filter, finished tasks are shown as well: a calendar also says what was done when. */
function useCalendarFilters(search: ReturnType<typeof useTaskSearch>[0]): TaskFilters {
  const username = useMe()?.user.username
  const now = useNow()
  const status = search.status.length > 0 ? search.status : [...STATUSES]
  const { due: _, ...rest } = search
  const text = JSON.stringify(toFilters({ ...rest, status }, { username, now }))
  return useMemo(() => JSON.parse(text) as TaskFilters, [text]) // written one line above
}

export function useCalendarModel({
  text,
  isNarrow,
}: {
  text: RefObject<HTMLInputElement | null>
  isNarrow: boolean
}) {
  const [search, changeSearch] = useTaskSearch()
  const weekStart = useWeekStart()
  const today = startOfDay(useNow())
  const span: Span = search.span ?? 'month'
  const on = readDay(search.on) ?? today
  const filters = useCalendarFilters(search)
  const drafting = useDraft(search)
  const { peek, openPage, closePeek } = usePeek(search.peek, changeSearch, isNarrow)
  const openPicker = usePicker()
  const { schedule } = useTaskActions()
  const finding = useFinding(search, changeSearch, text)
  const show = (day: Day, next: Span = span) =>
    changeSearch((now) => ({ ...now, on: dayText(day), span: next }))
  const step = (by: 1 | -1) => show(stepFrom(on, span, by))
  const shift = (task: Task, days: number) => {
    wantFocus(task.id)
    const due = task.due_at === null ? dueOn(null, today) : shiftDue(task.due_at, days)
    void schedule([task], due)
  }
  const actions = {
    onOpen: (task: Task) => (isNarrow ? openPage(task) : peek(task)),
    onDropped: (task: Task, day: Day) => void schedule([task], dueOn(task.due_at, day)),
    onCleared: (task: Task) => void schedule([task], null),
    onDay: (day: Day) => show(day, 'day'),
  }
  useListActs({ onNew: drafting.openDraft, onFind: finding.onFind })
  useCalendarKeys({
    onShift: shift,
    onPick: (field, task, at) => openPicker(field, [task], at),
    onPeek: peek,
    onStep: step,
    onToday: () => show(today),
    onNew: drafting.openDraft,
    onFind: finding.onFind,
    onEscape: closePeek,
  })
  const days = daysShown(on, span, weekStart)
  return {
    search,
    changeSearch,
    span,
    on,
    today,
    days,
    filters,
    drafting,
    actions,
    closePeek,
    finding,
    show,
    step,
  }
}

export type CalendarModel = ReturnType<typeof useCalendarModel>
