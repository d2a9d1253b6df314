// Pure rules of changing a task: merge what was sent, check the status, and tell what differs.
import { isDeepStrictEqual } from 'node:util'
import {
  canMove,
  type EventType,
  FIELDS_MAX,
  isFinal,
  type Status,
  statusEvents,
  type Task,
  type TaskChange,
} from '@task-service/contract'
import { decodeId } from '#lib/ids.ts'
import { mergePatch } from '#lib/merge-patch.ts'
import { parentInvalid, tooManyFields, transitionNotAllowed } from './errors.ts'
import { priorityRank, type TaskRow, toTask } from './row.ts'

const toTime = (value: string | null | undefined) => (value ? new Date(value) : null)

export function parentUuid(id: string | null | undefined): string | null {
  if (!id) return null
  const uuid = decodeId('task', id)
  if (!uuid) throw parentInvalid()
  return uuid
}

/** The row after the change; the same object when nothing differs. */
export function applyChange(row: TaskRow, change: TaskChange, now: Date): TaskRow {
  const next: TaskRow = { ...row }
  if (change.title !== undefined) next.title = change.title
  if (change.description !== undefined) next.description = change.description
  if (change.priority !== undefined) next.priority = priorityRank(change.priority)
  if (change.queue !== undefined) next.queue = change.queue
  if (change.labels !== undefined) next.labels = change.labels
  if (change.assignee !== undefined) next.assignee = change.assignee
  if (change.delegate !== undefined) next.delegate = change.delegate
  if (change.parent_id !== undefined) next.parent_id = parentUuid(change.parent_id)
  if (change.due_at !== undefined) next.due_at = toTime(change.due_at)
  if (change.not_before !== undefined) next.not_before = toTime(change.not_before)
  if (change.input !== undefined) next.input = mergePatch(row.input, change.input)
  if (change.result !== undefined) next.result = mergePatch(row.result, change.result)
  if (change.fields !== undefined) next.fields = mergeFields(row.fields, change.fields)
  if (change.status !== undefined) moveTo(next, change.status, now)
  if (isDeepStrictEqual(next, row)) return row
  next.version = row.version + 1
  // Clocks of processes differ a little; a task's own time never runs backwards.
  next.updated_at = new Date(Math.max(now.getTime(), row.updated_at.getTime()))
  return next
}

function mergeFields(fields: TaskRow['fields'], patch: Record<string, unknown>): TaskRow['fields'] {
  const merged = mergePatch(fields, patch) as Record<string, unknown> // both sides are objects by schema
  if (Object.keys(merged).length > FIELDS_MAX) throw tooManyFields()
  return merged
}

function moveTo(row: TaskRow, to: Status, now: Date): void {
  if (row.status === to) return
  if (!canMove(row.status, to)) throw transitionNotAllowed(row.status, to)
  row.status = to
  row.completed_at = isFinal(to) ? now : null
  // What the origin confirmed was the earlier outcome.
  row.settled_at = null
}

export function changeEvent(before: Status, after: Status): EventType {
  if (before === after) return 'task.updated'
  if (isFinal(before) && after === 'ready') return 'task.reopened'
  return statusEvents[after]
}

const BOOKKEEPING = new Set<keyof Task>(['version', 'updated_at'])

export type Difference = {
  changed: (keyof Task)[]
  previous: Partial<Task>
  before: Task
  after: Task
}

export function differenceOf(rowBefore: TaskRow, rowAfter: TaskRow): Difference {
  const before = toTask(rowBefore)
  const after = toTask(rowAfter)
  const changed = (Object.keys(after) as (keyof Task)[]).filter(
    (field) => !BOOKKEEPING.has(field) && !isDeepStrictEqual(before[field], after[field]),
  )
  const previous = Object.fromEntries(changed.map((field) => [field, before[field]]))
  return { changed, previous, before, after }
}
