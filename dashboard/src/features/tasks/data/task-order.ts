// The server's order and filters once more, so that a task that changed finds its place without asking.
import type { Task, TaskListQuery } from '@task-service/contract'
import { PRIORITIES } from '#api/transitions.gen.ts'

type Key = string | number

const NEVER = '9999'

const keys: Record<string, (task: Task) => Key> = {
  created_at: (task) => task.id,
  updated_at: (task) => task.updated_at,
  priority: (task) => PRIORITIES.indexOf(task.priority),
  due_at: (task) => task.due_at ?? NEVER,
}

/** Of a custom field only the server knows the order: a task that is shown stays where it is. */
const isByField = (sort: string | undefined): boolean => sort?.includes('field:') ?? false

export function sortKey(task: Task, sort: TaskListQuery['sort']): Key {
  if (isByField(sort)) return ''
  return keys[(sort ?? '-created_at').replace('-', '')]?.(task) ?? task.id
}

const order = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0)

export function compareTasks(
  a: Task,
  b: Task,
  sort: TaskListQuery['sort'] = '-created_at',
): number {
  const sign = sort.startsWith('-') ? -1 : 1
  return sign * (order(sortKey(a, sort), sortKey(b, sort)) || order(a.id, b.id))
}

const within = (at: string | null, since?: string, before?: string): boolean =>
  (since === undefined || (at !== null && at >= since)) &&
  (before === undefined || (at !== null && at < before))

const equals = (wanted: string | undefined, value: string | null): boolean =>
  wanted === undefined || wanted === value

function isFrom(
  { delegate, source, origin, status, settled_at: settledAt }: Task,
  { delegated, has_source: hasSource, integration, confirmation }: TaskListQuery,
): boolean {
  const isConfirmed = settledAt !== null
  return (
    (delegated === undefined || delegated === (delegate !== null)) &&
    (hasSource === undefined || hasSource === (source !== null)) &&
    (integration === undefined || integration === (origin.integration_id ?? 'none')) &&
    (confirmation === undefined ||
      (status === 'completed' &&
        origin.integration_id !== null &&
        isConfirmed === (confirmation === 'confirmed')))
  )
}

/** Undefined where only the server can tell: words of a search, and custom fields. */
export function taskMatches(task: Task, query: TaskListQuery): boolean | undefined {
  const fits =
    (query.status?.includes(task.status) ?? true) &&
    (query.priority?.includes(task.priority) ?? true) &&
    (query.label?.every((label) => task.labels.includes(label)) ?? true) &&
    (query.unassigned === undefined || query.unassigned === (task.assignee === null)) &&
    equals(query.assignee, task.assignee) &&
    equals(query.delegate, task.delegate) &&
    equals(query.queue, task.queue) &&
    equals(query.source, task.source) &&
    isFrom(task, query) &&
    equals(query.parent, task.parent_id) &&
    within(task.due_at, query.due_since, query.due_before) &&
    within(task.created_at, query.created_since, query.created_before) &&
    within(task.updated_at, query.updated_since, query.updated_before)
  if (!fits) return false
  const isKnown = query.q === undefined && query.field === undefined && !isByField(query.sort)
  return isKnown ? true : undefined
}
