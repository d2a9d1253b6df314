// The list that the subtasks of a task are read from.
import type { TaskListQuery } from '@task-service/contract'

export const subtasksOf = (parent: string): TaskListQuery => ({ parent, sort: 'created_at' })
