// A change of a task before it is sent.
import type { Task, TaskChange } from '@task-service/contract'

export type Change = {
  task: Task
  changes: TaskChange
  /** Only if the task has not changed since. */
  onlyIfSame?: boolean
}
