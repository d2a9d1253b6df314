// One day: as many of its tasks as fit, how many more there are, and the place where a task can be dropped.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { taskListOptions } from '../data/task-list-options.ts'
import type { TaskFilters } from '../data/to-query.ts'
import { describeCount, useTaskCounts } from '../data/use-task-counts.ts'
import classes from './calendar.module.css'
import { type Day, type DaySpan, dayText, nextDay } from './calendar-days.ts'
import { CalendarTask } from './calendar-task.tsx'
import type { TaskActions } from './task-link.tsx'
import { useDayDrop } from './use-day-drop.ts'

export type DayActions = TaskActions & {
  onDropped: (task: Task, day: Day) => void
  onDay: (day: Day) => void
}

/** A day of a month has room for a few; the others are behind a click. A page of the server is the bound of a day. */
const SHOWN = { month: 4, week: 30, day: 100 } as const satisfies Record<DaySpan, number>

export function DayCell({
  day,
  span,
  isOther,
  isToday,
  filters,
  peeked,
  actions,
}: {
  day: Day
  span: DaySpan
  /** Of the month before or after. */
  isOther: boolean
  isToday: boolean
  filters: TaskFilters
  peeked: string | undefined
  actions: DayActions
}) {
  const { t } = useTranslation('calendar')
  const locale = useLocale()
  const place = useRef<HTMLElement>(null)
  const isOver = useDayDrop(place, (task) => actions.onDropped(task, day))
  const name = day.toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' })
  const list = useDay(day, span, filters)
  const { tasks } = list
  return (
    <section
      ref={place}
      className={classes['day']}
      data-day={dayText(day)}
      data-other={isOther || undefined}
      data-today={isToday || undefined}
      data-over={isOver || undefined}
      data-empty={tasks.length === 0 || undefined}
      aria-label={name}
    >
      <DayHead day={day} name={name} onDay={actions.onDay} />
      {list.error && tasks.length === 0 && (
        <button type="button" className={classes['more']} onClick={list.retry}>
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
      <More list={list} span={span} onDay={() => actions.onDay(day)} />
    </section>
  )
}

function DayHead({ day, name, onDay }: { day: Day; name: string; onDay: (day: Day) => void }) {
  const { t } = useTranslation('calendar')
  const locale = useLocale()
  return (
    <h2 className={classes['date']}>
      <button type="button" title={t('openDay', { day: name })} onClick={() => onDay(day)}>
        <span className={classes['weekday']}>
          {day.toLocaleDateString(locale, { weekday: 'short' })}
        </span>{' '}
        <span className={classes['number']}>{day.getDate()}</span>
      </button>
    </h2>
  )
}

function More({
  list: { more, next },
  span,
  onDay,
}: {
  list: ReturnType<typeof useDay>
  span: DaySpan
  onDay: () => void
}) {
  const { t } = useTranslation('calendar')
  if (more === undefined) return null
  return (
    <button type="button" className={classes['more']} onClick={span === 'day' ? next : onDay}>
      {span === 'day' ? t('showMore', { count: more }) : t('more', { count: more })}
    </button>
  )
}

function useDay(day: Day, span: DaySpan, filters: TaskFilters) {
  const locale = useLocale()
  const most = SHOWN[span]
  const asked = {
    ...filters,
    due_since: day.toISOString(),
    due_before: nextDay(day).toISOString(),
  }
  const query = { ...asked, sort: 'due_at' as const, limit: most }
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    taskListOptions(query),
  )
  const loaded = data?.pages.flatMap((page) => page.data) ?? []
  const tasks = span === 'day' ? loaded : loaded.slice(0, most)
  const isCut = hasNextPage || loaded.length > tasks.length
  const counts = useTaskCounts(asked, undefined, isCut)
  const left = isCut && counts ? Math.max(1, counts.total - tasks.length) : undefined
  return {
    tasks,
    error,
    more: left && describeCount(left, counts?.total_is_at_least ?? false, locale),
    next: () => void fetchNextPage(),
    retry: () => void refetch(),
  }
}
