// Tasks as bars from their start to their due date, one below the other, over six weeks.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { taskListOptions } from '../../data/task-list-options.ts'
import { type Day, dayText, nextDay } from '../calendar-days.ts'
import type { CalendarModel } from '../use-calendar-model.ts'
import classes from './timeline.module.css'
import { type Bar, barOf, daysBetween } from './timeline-bars.ts'
import { TimelineRow } from './timeline-row.tsx'

const WEEK = 7

export function Timeline({ model }: { model: CalendarModel }) {
  const { t } = useTranslation('calendar')
  const { days, today, on, search, actions } = model
  const list = useTimeline(model)
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage, refetch } = list
  if (error && !data) {
    return <ErrorState what={t('span.timeline')} error={error} onRetry={() => void refetch()} />
  }
  const [first] = days
  if (!first) return null
  const rows = (data?.pages.flatMap((page) => page.data) ?? []).flatMap((task) => {
    const bar = barOf(task, first, days.length)
    return bar ? [{ task, bar }] : []
  })
  const now = daysBetween(first, today) / days.length
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it where it holds no task
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={dayText(on)}>
      <Weeks days={days} />
      {isPending && <div className={classes['bone']} />}
      {!isPending && rows.length === 0 && <p className={classes['empty']}>{t('timeline.empty')}</p>}
      <ul className={classes['rows']} data-day="timeline">
        {rows.map(({ task, bar }: { task: Task; bar: Bar }) => (
          <TimelineRow
            key={task.id}
            task={task}
            bar={bar}
            today={now >= 0 && now < 1 ? now : undefined}
            isPeeked={`T-${task.number}` === search.peek}
            actions={actions}
          />
        ))}
      </ul>
      {hasNextPage && (
        <button
          type="button"
          className={classes['more']}
          disabled={isFetching}
          onClick={() => void fetchNextPage()}
        >
          {t('timeline.loadMore')}
        </button>
      )}
    </div>
  )
}

/** What is due in this period or later, and was created before its end. */
function useTimeline({ days, filters }: CalendarModel) {
  const [first, last] = [days[0], days.at(-1)]
  const period = {
    ...(first && { due_since: first.toISOString() }),
    ...(last && { created_before: nextDay(last).toISOString() }),
  }
  return useInfiniteQuery(taskListOptions({ ...filters, ...period, sort: 'due_at' }))
}

function Weeks({ days }: { days: readonly Day[] }) {
  const locale = useLocale()
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
  const weeks = days.filter((_, place) => place % WEEK === 0)
  return (
    <div className={classes['weeks']} aria-hidden="true">
      <div className={classes['track']}>
        {weeks.map((day) => (
          <span key={dayText(day)}>{format.format(day)}</span>
        ))}
      </div>
    </div>
  )
}
