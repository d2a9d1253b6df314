// A cell of the board takes a task for its row, its status, or both, in one change with one way back.
import {
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Task } from '@task-service/contract'
import { type RefObject, useEffect, useState } from 'react'
import { movesFrom } from '#features/tasks/data/status-moves.ts'
import { useLatest } from '#lib/use-latest.ts'
import { taskOf } from '../drag/use-card-drag.ts'
import type { DropState } from '../drag/use-column-drop.ts'
import { type LaneCell, laneOf } from './lane-fields.ts'
import { useLaneMove } from './use-lane-move.ts'

function takes(task: Task | undefined, { status, field, lane }: LaneCell): boolean {
  if (!task) return false
  if (task.status === status) return laneOf(task, field) !== lane
  return movesFrom(task.status).includes(status)
}

export function useCellDrop(element: RefObject<HTMLElement | null>, given: LaneCell): DropState {
  const [state, setState] = useState<DropState>('idle')
  const cell = useLatest(given)
  const move = useLatest(useLaneMove())
  useEffect(() => {
    const target = element.current
    if (!target) return undefined
    const stopTarget = dropTargetForElements({
      element: target,
      canDrop: ({ source }) => takes(taskOf(source.data), cell()),
      onDragEnter: () => setState('over'),
      onDragLeave: () => setState('possible'),
      onDrop: ({ source }) => {
        const task = taskOf(source.data)
        if (task) void move()(task, cell())
      },
    })
    const stopMonitor = monitorForElements({
      onDragStart: ({ source }) => {
        const task = taskOf(source.data)
        const { status, field, lane } = cell()
        const isHere = task?.status === status && laneOf(task, field) === lane
        if (!isHere) setState(takes(task, cell()) ? 'possible' : 'impossible')
      },
      onDrop: () => setState('idle'),
    })
    return () => {
      stopTarget()
      stopMonitor()
    }
  }, [element, cell, move])
  return state
}
