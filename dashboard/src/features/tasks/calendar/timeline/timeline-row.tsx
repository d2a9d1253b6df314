// A task of the timeline: its status and title at the left, and its bar.
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { isFinal } from '../../data/status-moves.ts'
import { dueState } from '../../marks/describe-due.ts'
import { Due } from '../../marks/due.tsx'
import { type TaskActions, TaskLink } from '../task-link.tsx'
import classes from './timeline.module.css'
import type { Bar } from './timeline-bars.ts'

const percent = (part: number): string => `${part * 100}%`

export function TimelineRow({
  task,
  bar,
  today,
  isPeeked,
  actions,
}: {
  task: Task
  bar: Bar
  /** Where today is, from 0 to 1; undefined if it is not in the period. */
  today: number | undefined
  isPeeked: boolean
  actions: TaskActions
}) {
  const isOpen = !isFinal(task.status)
  return (
    <li className={classes['row']} data-card={task.id} data-peeked={isPeeked || undefined}>
      <span className={classes['name']}>
        <StatusIcon stage={task.status} size={16} />
        <TaskLink task={task} actions={actions} />
        {task.due_at && <Due at={task.due_at} isOpen={isOpen} />}
      </span>
      <span className={classes['track']}>
        {today !== undefined && <i className={classes['today']} style={{ left: percent(today) }} />}
        <TaskBar bar={bar} isOpen={isOpen} />
      </span>
    </li>
  )
}

function TaskBar({ bar, isOpen }: { bar: Bar; isOpen: boolean }) {
  const { t } = useTranslation('calendar')
  const locale = useLocale()
  const now = useNow()
  const state = isOpen ? dueState(bar.to, now) : 'final'
  const show = (at: Date) => at.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  const label = t('timeline.bar', { from: show(bar.from), to: show(bar.to) })
  return (
    <span
      className={classes['bar']}
      data-state={state}
      data-cut-start={bar.isCutAtStart || undefined}
      data-cut-end={bar.isCutAtEnd || undefined}
      style={{ left: percent(bar.left), width: percent(bar.width) }}
      role="img"
      aria-label={label}
      title={label}
    />
  )
}
