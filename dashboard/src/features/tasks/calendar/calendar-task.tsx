// One task on a day: its status, its title and, if it has one, the time of day.
import { IconClock } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { useCardDrag } from '../board/drag/use-card-drag.ts'
import { takeWantedFocus } from '../board/wanted-focus.ts'
import { isFinal } from '../data/status-moves.ts'
import { pageOf, referenceOf } from '../data/task-address.ts'
import { dueState } from '../marks/describe-due.ts'
import classes from './calendar.module.css'

export type TaskActions = { onOpen: (task: Task) => void }

export function CalendarTask({
  task,
  isPeeked,
  actions,
}: {
  task: Task
  isPeeked: boolean
  actions: TaskActions
}) {
  const { t } = useTranslation('tasks')
  const locale = useLocale()
  const now = useNow()
  const row = useRef<HTMLLIElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const isLifted = useCardDrag(row, task, classes['lifted'] ?? '')
  // A task that was moved by a key is another element afterwards, and the keys go with it.
  useEffect(() => {
    if (takeWantedFocus(task.id)) link.current?.focus()
  }, [task.id])
  const isOpen = !isFinal(task.status)
  const due = task.due_at === null ? undefined : new Date(task.due_at)
  const isOverdue = isOpen && due !== undefined && dueState(due, now) === 'overdue'
  const time = due?.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
  return (
    <li
      ref={row}
      className={classes['task']}
      data-card={task.id}
      data-lifted={isLifted || undefined}
      data-peeked={isPeeked || undefined}
      data-final={!isOpen || undefined}
      data-overdue={isOverdue || undefined}
    >
      <StatusIcon stage={task.status} size={14} />
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
      {time && (
        <time dateTime={task.due_at ?? ''}>
          {isOverdue && <IconClock size={12} stroke={2} aria-label={t('overdue')} />}
          <span>{time}</span>
        </time>
      )}
    </li>
  )
}
