// Undoes a change of tasks with another change, which fails for a task that was changed since.
import type { BulkItem } from '../bulk.ts'
import { statusPath } from '../transitions.ts'
import type { Task, TaskChange } from './tasks.ts'

/** What people edit in a list; free JSON is merged, so that it has no value to go back to. */
const undoable = [
  'title',
  'description',
  'priority',
  'queue',
  'labels',
  'assignee',
  'delegate',
  'parent_id',
  'due_at',
  'not_before',
] as const

/**
 * Items of a bulk request that bring a task from `after` back to `before`; none when nothing differs. A status goes back
 * by the transitions there are, so that one task may take several items; each names the version it is for.
 *
 * @example
 * const items = changed.flatMap(({ before, after }) => undoItems(before, after))
 * await bulk({ mode: 'best_effort', items })
 */
export function undoItems(before: Task, after: Task): BulkItem[] {
  const fields: TaskChange = Object.fromEntries(
    undoable
      .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, before[name]]),
  )
  const [first, ...more] = statusPath(after.status, before.status)
  const start = { ...fields, ...(first && { status: first }) }
  const steps: TaskChange[] = [start, ...more.map((status) => ({ status }))]
  return steps
    .filter((changes) => Object.keys(changes).length > 0)
    .map((changes, step) => ({
      update: { task: after.id, changes, version: after.version + step },
    }))
}
