// Moves a task to a cell of the board: to another status, another row, or both.
import type { Task } from '@task-service/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { UNASSIGNED } from '#features/tasks/data/task-search.ts'
import { nameOf } from '#features/tasks/edit/use-edit-tasks.ts'
import { useRouting } from '#features/tasks/edit/use-routing.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import { type LaneCell, laneChange, laneOf } from './lane-fields.ts'

export function useLaneMove(): (task: Task, to: LaneCell) => Promise<unknown> {
  const { edit, move, assign, prioritise } = useTaskActions()
  const { enqueue, delegate } = useRouting()
  const { t } = useTranslation('tasks')
  return useCallback(
    (task, { status, field, lane }) => {
      if (laneOf(task, field) === lane) return move([task], status)
      if (task.status !== status) {
        const changes = { status, ...laneChange(field, lane) }
        const said = () => t(`moved.${status}`, { count: 1, task: nameOf(task) })
        return edit([task], () => changes, said)
      }
      const value = lane === UNASSIGNED ? null : lane
      if (field === 'assignee') return assign([task], value)
      if (field === 'delegate') return delegate([task], value)
      if (field === 'queue') return enqueue([task], lane)
      return prioritise([task], lane as Task['priority']) // the keys of these rows
    },
    [edit, move, assign, prioritise, enqueue, delegate, t],
  )
}
