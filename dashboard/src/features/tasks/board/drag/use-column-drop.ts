// A column takes what may go there by the table of transitions, and says beforehand whether it does.
import {
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import type { Status, Task } from '@task-service/contract'
import { type RefObject, useEffect, useState } from 'react'
import { movesFrom } from '#features/tasks/data/status-moves.ts'
import { useLatest } from '#lib/use-latest.ts'
import { taskOf } from './use-card-drag.ts'

export type DropState = 'idle' | 'possible' | 'over' | 'impossible'

export function useColumnDrop(
  element: RefObject<HTMLElement | null>,
  status: Status,
  onDropped: (task: Task) => void,
): DropState {
  const [state, setState] = useState<DropState>('idle')
  const drop = useLatest(onDropped)
  useEffect(() => {
    const column = element.current
    if (!column) return undefined
    const takes = (task: Task | undefined) =>
      task !== undefined && movesFrom(task.status).includes(status)
    const stopTarget = dropTargetForElements({
      element: column,
      canDrop: ({ source }) => takes(taskOf(source.data)),
      onDragEnter: () => setState('over'),
      onDragLeave: () => setState('possible'),
      onDrop: ({ source }) => {
        const task = taskOf(source.data)
        if (task) drop()(task)
      },
    })
    const stopMonitor = monitorForElements({
      onDragStart: ({ source }) => {
        const task = taskOf(source.data)
        if (task?.status !== status) setState(takes(task) ? 'possible' : 'impossible')
      },
      onDrop: () => setState('idle'),
    })
    return () => {
      stopTarget()
      stopMonitor()
    }
  }, [element, status, drop])
  return state
}
