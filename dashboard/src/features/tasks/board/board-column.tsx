// A column: its tasks from the top as far as the user scrolls, and the place where a card can be dropped.
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { Status, Task } from '@task-service/contract'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#components/states/error-state.tsx'
import { taskListOptions } from '#features/tasks/data/task-list-options.ts'
import { describeCount } from '#features/tasks/data/use-task-counts.ts'
import { StatusMark } from '#features/tasks/marks/status-mark.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './board.module.css'
import { BoardCard, type CardActions } from './board-card.tsx'
import type { BoardColumn as Column } from './board-columns.ts'
import { useColumnDrop } from './drag/use-column-drop.ts'

export type ColumnActions = CardActions & {
  onDropped: (task: Task, status: Status) => void
  /** Undefined where no new task can start. */
  onAdd: (status: Status) => (() => void) | undefined
}

export type ColumnCount = { count: number; isAtLeast: boolean } | undefined

export function BoardColumn({
  column,
  count,
  peeked,
  actions,
}: {
  column: Column
  count: ColumnCount
  peeked: string | undefined
  actions: ColumnActions
}) {
  const { t } = useTranslation(['board', 'tasks'])
  const place = useRef<HTMLElement>(null)
  const { status } = column
  const drop = useColumnDrop(place, status, (task) => actions.onDropped(task, status))
  const name = t(`tasks:statusChoice.${status}`)
  return (
    <section
      ref={place}
      className={classes['column']}
      data-column={status}
      data-drop={drop}
      aria-label={name}
    >
      <ColumnHead column={column} name={name} count={count} onAdd={actions.onAdd(status)} />
      {drop === 'over' && <div className={classes['slot']} />}
      <ColumnCards column={column} name={name} peeked={peeked} actions={actions} />
    </section>
  )
}

export function ColumnHead({
  column,
  name,
  count,
  onAdd,
}: {
  column: Column
  name: string
  count: ColumnCount
  onAdd: (() => void) | undefined
}) {
  const { t } = useTranslation(['board', 'tasks'])
  const locale = useLocale()
  const label = t('tasks:newIn', { group: name })
  return (
    <header className={classes['head']}>
      <StatusMark status={column.status} />
      <h2>{name}</h2>
      {count && (
        <span className={classes['count']}>
          {describeCount(count.count, count.isAtLeast, locale)}
        </span>
      )}
      {column.isRecent && (
        <span className={classes['recent']} title={t('board:recentHint')}>
          {t('board:recent')}
        </span>
      )}
      {onAdd && (
        <button
          type="button"
          className={classes['add']}
          onClick={onAdd}
          aria-label={label}
          title={label}
        >
          <IconPlus size={16} stroke={1.75} />
        </button>
      )}
    </header>
  )
}

const CARD_PX = 118
const GAP_PX = 8

function ColumnCards({
  column,
  name,
  peeked,
  actions,
}: {
  column: Column
  name: string
  peeked: string | undefined
  actions: ColumnActions
}) {
  const { t } = useTranslation('board')
  const { data, error, isPending, hasNextPage, isFetching, fetchNextPage, refetch } =
    useInfiniteQuery(taskListOptions(column.query))
  const tasks = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- no compiler runs over this; the hook triggers renders itself
  const virtualizer = useVirtualizer({
    count: tasks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_PX,
    getItemKey: (index) => tasks[index]?.id ?? index,
    gap: GAP_PX,
    overscan: 6,
  })
  const shown = virtualizer.getVirtualItems()
  const isAtEnd = (shown.at(-1)?.index ?? -1) >= tasks.length - 1
  useEffect(() => {
    if (isAtEnd && hasNextPage && !isFetching) void fetchNextPage()
  }, [isAtEnd, hasNextPage, isFetching, fetchNextPage])
  if (error && tasks.length === 0) {
    return <ErrorState what={name} error={error} onRetry={() => void refetch()} />
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it when it holds nothing else
    <div ref={scroller} className={classes['cards']} tabIndex={tasks.length === 0 ? 0 : -1}>
      {isPending && <div className={classes['bone']} />}
      {!isPending && tasks.length === 0 && <p className={classes['nothing']}>{t('nothing')}</p>}
      <div className={classes['stack']} style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const task = tasks[index]
          return (
            task && (
              <div
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes['place']}
                style={{ transform: `translateY(${start}px)` }}
              >
                <BoardCard task={task} isPeeked={`T-${task.number}` === peeked} actions={actions} />
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
