// The board in rows: the columns stay in sight, and each row has the tasks of one person, priority, queue or agent.
import { IconFilterOff } from '@tabler/icons-react'
import type { Status } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { type ColumnActions, type ColumnCount, ColumnHead } from '../board-column.tsx'
import type { BoardColumn } from '../board-columns.ts'
import { BoardLane, tracksOf } from './board-lane.tsx'
import type { LaneField } from './lane-fields.ts'
import { columnSets } from './lane-groups.ts'
import classes from './lanes.module.css'
import { useLanes } from './use-lanes.ts'

/** As on the board without rows. */
const COLUMN_PX = 216
const GAP_PX = 12
/** As many as fit on a high screen where most cells have one card. */
const LANES_AT_TOP = 8

export function LaneBoard({
  field,
  columns,
  countOf,
  peeked,
  actions,
}: {
  field: LaneField
  columns: readonly BoardColumn[]
  countOf: (status: Status) => ColumnCount
  peeked: string | undefined
  actions: ColumnActions
}) {
  const { t } = useTranslation(['board', 'tasks', 'views'])
  const sets = useMemo(() => columnSets(columns), [columns])
  const { lanes, isCut } = useLanes(field, sets)
  if (lanes?.length === 0) {
    const icon = <IconFilterOff size={24} stroke={1.75} />
    return (
      <EmptyState icon={icon} title={t('tasks:empty.filteredTitle')}>
        {t('tasks:empty.filteredText')}
      </EmptyState>
    )
  }
  return (
    <Together className={classes['board']} fallback={<RowSkeleton rows={6} height={97} />}>
      <div style={{ minWidth: columns.length * (COLUMN_PX + GAP_PX) - GAP_PX }}>
        <div className={classes['heads']} style={tracksOf(columns.length)}>
          {columns.map((column) => (
            <div key={column.status} className={classes['head']}>
              <ColumnHead
                column={column}
                name={t(`tasks:statusChoice.${column.status}`)}
                count={countOf(column.status)}
                onAdd={actions.onAdd(column.status)}
              />
            </div>
          ))}
        </div>
        {lanes?.map((lane, place) => (
          <BoardLane
            key={lane.key}
            field={field}
            lane={lane}
            isAtTop={place < LANES_AT_TOP}
            sets={sets}
            peeked={peeked}
            actions={actions}
          />
        ))}
      </div>
      {isCut && lanes && (
        <p className={classes['note']}>{t('views:lanesCut', { count: lanes.length })}</p>
      )}
    </Together>
  )
}
