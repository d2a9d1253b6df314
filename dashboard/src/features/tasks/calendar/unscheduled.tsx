// Open tasks without a due date, beside the calendar: dropped on a day they are due there, and dropped here they no longer are.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { OPEN_STATUSES } from '../data/status-moves.ts'
import { taskListOptions } from '../data/task-list-options.ts'
import type { TaskFilters } from '../data/to-query.ts'
import classes from './calendar.module.css'
import { CalendarTask } from './calendar-task.tsx'
import type { TaskActions } from './task-link.tsx'
import { useDayDrop } from './use-day-drop.ts'

export function Unscheduled({
  filters,
  peeked,
  actions,
}: {
  filters: TaskFilters
  peeked: string | undefined
  actions: TaskActions & { onCleared: (task: Task) => void }
}) {
  const { t } = useTranslation('calendar')
  const place = useRef<HTMLElement>(null)
  const isOver = useDayDrop(place, actions.onCleared)
  const open = filters.status?.filter((one) => OPEN_STATUSES.some((other) => other === one))
  // Without a due date, they sort as due last.
  const query = { ...filters, status: open, sort: '-due_at' as const }
  const isAsked = open !== undefined && open.length > 0
  const { data, error, refetch } = useInfiniteQuery({
    ...taskListOptions({ ...query, status: open ?? [] }),
    enabled: isAsked,
  })
  const all = data?.pages[0]?.data ?? []
  const tasks = all.filter(({ due_at: due }) => due === null)
  const hasMore = tasks.length > 0 && tasks.length === all.length && data?.pages[0]?.next_cursor
  return (
    <section
      ref={place}
      className={classes['unscheduled']}
      data-unscheduled
      data-over={isOver || undefined}
      aria-label={t('unscheduled')}
    >
      <h2>
        {t('unscheduled')}
        <span>{tasks.length > 0 && `${tasks.length}${hasMore ? '+' : ''}`}</span>
      </h2>
      {data && tasks.length === 0 && <p>{t('noneUnscheduled')}</p>}
      {error && !data && (
        <button type="button" className={classes['more']} onClick={() => void refetch()}>
          {t('retry')}
        </button>
      )}
      <ul className={classes['tasks']}>
        {tasks.map((task) => (
          <CalendarTask
            key={task.id}
            task={task}
            isPeeked={`T-${task.number}` === peeked}
            actions={actions}
          />
        ))}
      </ul>
    </section>
  )
}
