// Undoes a change of tasks with another change, which fails for a task that was changed since.
import type { BulkItem } from '../bulk.ts'
import { statusPath } from '../transitions.ts'
import type { Task, TaskChange } from './tasks.ts'

/** What people edit in a list, besides custom fields. */
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
  const custom = patchBetween(after.fields, before.fields)
  if (custom) fields.fields = custom
  const [first, ...more] = statusPath(after.status, before.status)
  const start = { ...fields, ...(first && { status: first }) }
  const steps: TaskChange[] = [start, ...more.map((status) => ({ status }))]
  return steps
    .filter((changes) => Object.keys(changes).length > 0)
    .map((changes, step) => ({
      update: { task: after.id, changes, version: after.version + step },
    }))
}

type Fields = Task['fields']

/** What merged into `from` makes `to`; undefined when nothing differs. */
function patchBetween(from: Fields, to: Fields): Fields | undefined {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  const differing = names.filter((name) => !isSame(from[name], to[name]))
  if (differing.length === 0) return undefined
  return Object.fromEntries(differing.map((name) => [name, stepBetween(from[name], to[name])]))
}

function stepBetween(from: unknown, to: unknown): unknown {
  if (to === undefined) return null
  return isObject(from) && isObject(to) ? patchBetween(from, to) : to
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
