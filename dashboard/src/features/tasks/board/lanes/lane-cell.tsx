// The tasks of a row in one status: a few of them until the others are asked for.
import type { Status, Task } from '@task-service/contract'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BoardCard } from '../board-card.tsx'
import type { ColumnActions } from '../board-column.tsx'
import type { LaneField } from './lane-fields.ts'
import classes from './lanes.module.css'
import { useCellDrop } from './use-cell-drop.ts'

const FEW = 6

export function LaneCell({
  status,
  field,
  lane,
  name,
  tasks,
  peeked,
  actions,
  children,
}: {
  status: Status
  field: LaneField
  lane: string
  /** Of the row. */
  name: string
  /** Undefined until they are there. */
  tasks: readonly Task[] | undefined
  peeked: string | undefined
  actions: ColumnActions
  children: ReactNode
}) {
  const { t } = useTranslation(['views', 'tasks'])
  const place = useRef<HTMLDivElement>(null)
  const drop = useCellDrop(place, { status, field, lane })
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tasks : tasks?.slice(0, FEW)
  const hidden = (tasks?.length ?? 0) - (shown?.length ?? 0)
  return (
    <div
      ref={place}
      className={classes['cell']}
      role="group"
      aria-label={`${name}, ${t(`tasks:statusChoice.${status}`)}`}
      data-column={status}
      data-drop={drop}
    >
      {!tasks && <div className={classes['bone']} />}
      {shown?.map((task) => (
        <BoardCard
          key={task.id}
          task={task}
          isPeeked={`T-${task.number}` === peeked}
          actions={actions}
        />
      ))}
      {hidden > 0 && (
        <button type="button" className={classes['more']} onClick={() => setWhole(true)}>
          {t('views:moreCards', { count: hidden })}
        </button>
      )}
      {children}
    </div>
  )
}
