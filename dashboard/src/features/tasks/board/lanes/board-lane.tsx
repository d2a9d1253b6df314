// A row of the board: its name, how many tasks it has, and their cards by status.
import { IconChevronDown, IconRobot, IconStack2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Priority, Task } from '@task-service/contract'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { taskListOptions } from '#features/tasks/data/task-list-options.ts'
import { UNASSIGNED } from '#features/tasks/data/task-search.ts'
import { describeCount } from '#features/tasks/data/use-task-counts.ts'
import { useLocale } from '#lib/use-locale.ts'
import type { ColumnActions } from '../board-column.tsx'
import { LaneCell } from './lane-cell.tsx'
import { type LaneField, laneFilters } from './lane-fields.ts'
import type { ColumnSet, Lane } from './lane-groups.ts'
import classes from './lanes.module.css'
import { useSeen } from './use-seen.ts'

type Props = {
  field: LaneField
  lane: Lane
  /** In sight without scrolling: asked for at once. */
  isAtTop: boolean
  sets: readonly ColumnSet[]
  peeked: string | undefined
  actions: ColumnActions
}

/** The same for the names of the columns and for every row. */
export function tracksOf(columns: number): { gridTemplateColumns: string } {
  return { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }
}

export function BoardLane({ field, lane, isAtTop, sets, peeked, actions }: Props) {
  const locale = useLocale()
  const place = useRef<HTMLElement>(null)
  const isSeen = useSeen(place, isAtTop)
  const [isOpen, setOpen] = useState(true)
  const { word, icon } = useLaneName(field, lane.key)
  return (
    <section ref={place} aria-label={word} data-lane={lane.key}>
      <header className={classes['name']}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronDown
            size={16}
            stroke={1.75}
            className={classes['arrow'] ?? ''}
            data-collapsed={!isOpen || undefined}
            aria-hidden="true"
          />
          <span className={classes['icon']} aria-hidden="true">
            {icon}
          </span>
          <h2>{word}</h2>
        </button>
        <span className={classes['count']}>
          {describeCount(lane.count, lane.isAtLeast, locale)}
        </span>
      </header>
      {isOpen && (
        <div
          className={classes['cells']}
          style={tracksOf(sets.flatMap(({ statuses }) => statuses).length)}
        >
          {sets.map((set) => (
            <LaneSet
              key={set.statuses[0]}
              set={set}
              field={field}
              lane={lane}
              word={word}
              isSeen={isSeen}
              peeked={peeked}
              actions={actions}
            />
          ))}
        </div>
      )}
    </section>
  )
}

function useLaneName(field: LaneField, key: string): { word: string; icon: ReactNode } {
  const { t } = useTranslation(['common', 'views'])
  if (field === 'priority') {
    const priority = key as Priority // the keys of these rows
    return { word: t(`common:priority.${priority}`), icon: <PriorityIcon priority={priority} /> }
  }
  const name = key === UNASSIGNED ? null : key
  if (field === 'queue')
    return { word: key, icon: <IconStack2 size={16} stroke={1.75} aria-hidden="true" /> }
  if (field === 'delegate') {
    return {
      word: name ?? t('views:noAgent'),
      icon: <IconRobot size={16} stroke={1.75} aria-hidden="true" />,
    }
  }
  return {
    word: name ?? t('common:unassigned'),
    icon: <Worker assignee={name} size={18} />,
  }
}

/** One question fills several columns of a row. */
function LaneSet({
  set,
  field,
  lane,
  word,
  isSeen,
  peeked,
  actions,
}: Omit<Props, 'sets' | 'isAtTop'> & { set: ColumnSet; word: string; isSeen: boolean }) {
  const { t } = useTranslation('views')
  const query = { ...set.query, ...laneFilters(field, lane.key) }
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    ...taskListOptions(query),
    enabled: isSeen,
  })
  const byStatus = useMemo(() => {
    const tasks = data?.pages.flatMap((page) => page.data) ?? []
    return Map.groupBy(tasks, ({ status }: Task) => status)
  }, [data])
  if (error && !data) {
    return (
      <div style={{ gridColumn: `span ${set.statuses.length}` }}>
        <ErrorState what={word} error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  return set.statuses.map((status, place) => (
    <LaneCell
      key={status}
      status={status}
      field={field}
      lane={lane.key}
      name={word}
      tasks={data && (byStatus.get(status) ?? [])}
      peeked={peeked}
      actions={actions}
    >
      {hasNextPage && place === 0 && (
        <button
          type="button"
          className={classes['more']}
          disabled={isFetching}
          onClick={() => void fetchNextPage()}
        >
          {t('loadMore')}
        </button>
      )}
    </LaneCell>
  ))
}
