// What the rows of the board can have in common.
import type { Priority, Status, Task, TaskChange } from '@task-service/contract'
import { type TaskSearch, UNASSIGNED } from '#features/tasks/data/task-search.ts'
import type { TaskFilters } from '#features/tasks/data/to-query.ts'

export const LANE_FIELDS = ['assignee', 'priority', 'queue', 'delegate'] as const
export type LaneField = (typeof LANE_FIELDS)[number]

/** A place of the board: a status in a row. */
export type LaneCell = { status: Status; field: LaneField; lane: string }

/** Undefined where the board has no rows. */
export function laneField({ rows }: Pick<TaskSearch, 'rows'>): LaneField | undefined {
  return LANE_FIELDS.find((field) => field === rows)
}

/** The value that the tasks of a row share; tasks without one have a row, too. */
export function laneOf(task: Task, field: LaneField): string {
  return task[field] ?? UNASSIGNED
}

export function laneFilters(field: LaneField, key: string): TaskFilters {
  if (field === 'priority') return { priority: [key as Priority] } // the keys of these rows
  if (key !== UNASSIGNED) return { [field]: key }
  return field === 'assignee' ? { unassigned: true } : { delegated: false }
}

/** What makes a task part of the row. */
export function laneChange(field: LaneField, key: string): TaskChange {
  return { [field]: key === UNASSIGNED ? null : key }
}
