// Where the keys are in a list, and which tasks are selected.
import type { Task } from '@task-service/contract'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { referenceOf } from '#features/tasks/data/task-address.ts'

export type Cursor = {
  active: Task | undefined
  setActive: (id: string | undefined) => void
  /** By so many rows; the task that is reached. */
  move: (by: number) => Task | undefined
  checked: ReadonlySet<string>
  chosen: readonly Task[]
  toggle: (task: Task, isRange: boolean) => void
  checkAll: () => void
  clear: () => void
}

/** The rows from the last one that was toggled to this one. */
function rangeTo(tasks: readonly Task[], from: string | undefined, to: string): string[] {
  const start = tasks.findIndex(({ id }) => id === from)
  const end = tasks.findIndex(({ id }) => id === to)
  if (start === -1 || end === -1) return [to]
  return tasks.slice(Math.min(start, end), Math.max(start, end) + 1).map(({ id }) => id)
}

export function useCursor(tasks: readonly Task[], peeked: string | undefined): Cursor {
  const [chosenId, setActive] = useState<string>()
  // A link may open a task before any key was pressed.
  const activeId = useMemo(
    () => chosenId ?? tasks.find((task) => referenceOf(task) === peeked)?.id,
    [chosenId, tasks, peeked],
  )
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<string>(undefined)
  const lastIndex = useRef(0)
  const index = useMemo(() => tasks.findIndex(({ id }) => id === activeId), [tasks, activeId])
  useEffect(() => {
    if (index !== -1) lastIndex.current = index
  }, [index])
  const move = useCallback(
    (by: number) => {
      // If the active row has left the list, the next one becomes active.
      const from = index === -1 ? (activeId ? lastIndex.current - Math.max(by, 0) : -1) : index
      const next = tasks[Math.max(0, Math.min(tasks.length - 1, from + by))]
      setActive(next?.id)
      return next
    },
    [tasks, index, activeId],
  )
  const toggle = useCallback(
    (task: Task, isRange: boolean) => {
      const ids = isRange ? rangeTo(tasks, anchor.current, task.id) : [task.id]
      anchor.current = task.id
      setChecked((known) => {
        const next = new Set(known)
        const wanted = isRange || !known.has(task.id)
        for (const id of ids) {
          if (wanted) next.add(id)
          else next.delete(id)
        }
        return next
      })
    },
    [tasks],
  )
  const checkAll = useCallback(() => setChecked(new Set(tasks.map(({ id }) => id))), [tasks])
  const clear = useCallback(() => setChecked(new Set()), [])
  const chosen = useMemo(
    () => (checked.size === 0 ? [] : tasks.filter(({ id }) => checked.has(id))),
    [tasks, checked],
  )
  return { active: tasks[index], setActive, move, checked, chosen, toggle, checkAll, clear }
}
