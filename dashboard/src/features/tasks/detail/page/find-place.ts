// The place of a task in the first list that has it.
import type { Task } from '@task-service/contract'
import type { TaskPages } from '#features/tasks/data/place-tasks.ts'

export type Place = {
  list: TaskPages
  /** Counted from one. */
  at: number
  of: number
  /** False if the list has more tasks than are loaded. */
  isWhole: boolean
  previous: Task | undefined
  next: Task | undefined
}

export function findPlace(lists: readonly TaskPages[], taskId: string): Place | undefined {
  for (const list of lists) {
    const tasks = list.pages.flatMap(({ data }) => data)
    const index = tasks.findIndex(({ id }) => id === taskId)
    if (index === -1) continue
    return {
      list,
      at: index + 1,
      of: tasks.length,
      isWhole: (list.pages.at(-1)?.next_cursor ?? null) === null,
      previous: tasks[index - 1],
      next: tasks[index + 1],
    }
  }
  return undefined
}
