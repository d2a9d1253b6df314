// The title of a task as a link that opens it beside the calendar; as any link, also in another tab.
import type { Task } from '@task-service/contract'
import { useEffect, useRef } from 'react'
import { takeWantedFocus } from '../board/wanted-focus.ts'
import { pageOf, referenceOf } from '../data/task-address.ts'

export type TaskActions = { onOpen: (task: Task) => void }

export function TaskLink({ task, actions }: { task: Task; actions: TaskActions }) {
  const link = useRef<HTMLAnchorElement>(null)
  // A task that was moved by a key may be another element or in another row afterwards, and the keys go with it.
  useEffect(() => {
    const { id } = task
    if (takeWantedFocus(id)) link.current?.focus()
  }, [task])
  return (
    <a
      ref={link}
      href={pageOf(task)}
      draggable={false}
      title={`${referenceOf(task)} ${task.title}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        actions.onOpen(task)
      }}
    >
      {task.title}
    </a>
  )
}
