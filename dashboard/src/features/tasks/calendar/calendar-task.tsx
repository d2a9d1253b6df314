// One task on a day: its status, its title and, if it has one, the time of day.
import { IconClock } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { useCardDrag } from '../board/drag/use-card-drag.ts'
import { isFinal } from '../data/status-moves.ts'
import { dueState } from '../marks/describe-due.ts'
import classes from './calendar.module.css'
import { type TaskActions, TaskLink } from './task-link.tsx'

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
  const isLifted = useCardDrag(row, task, classes['lifted'] ?? '')
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
      <TaskLink task={task} actions={actions} />
      {time && (
        <time dateTime={task.due_at ?? ''}>
          {isOverdue && <IconClock size={12} stroke={2} aria-label={t('overdue')} />}
          <span>{time}</span>
        </time>
      )}
    </li>
  )
}
