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
import { mergePatch } from '#lib/json/merge-patch.ts'
import { toChecklist } from './checklist.ts'
import { tooManyFields, transitionNotAllowed } from './errors.ts'

/** Times in one form, whatever offset they were sent with. */
export function normalTime(value: string | null | undefined): string | null {
  return value ? new Date(value).toISOString() : null
}

/** The task after the change; the same object when nothing differs. */
export function applyChange(task: Task, change: TaskChange, now: Date): Task {
  const next: Task = { ...task }
  if (change.title !== undefined) next.title = change.title
  if (change.description !== undefined) next.description = change.description
  if (change.priority !== undefined) next.priority = change.priority
  if (change.queue !== undefined) next.queue = change.queue
  if (change.labels !== undefined) next.labels = change.labels
  if (change.assignee !== undefined) next.assignee = change.assignee
  if (change.delegate !== undefined) next.delegate = change.delegate
  if (change.parent_id !== undefined) next.parent_id = change.parent_id
  if (change.due_at !== undefined) next.due_at = normalTime(change.due_at)
  if (change.not_before !== undefined) next.not_before = normalTime(change.not_before)
  if (change.fairness_key !== undefined) next.fairness_key = change.fairness_key
  if (change.blocked_by !== undefined) next.blocked_by = change.blocked_by
  if (change.output_schema !== undefined) next.output_schema = change.output_schema
  if (change.checklist !== undefined) {
    next.checklist = toChecklist(change.checklist, task.checklist ?? [])
  }
  if (change.input !== undefined) next.input = mergePatch(task.input, change.input)
  if (change.result !== undefined) next.result = mergePatch(task.result, change.result)
  if (change.fields !== undefined) next.fields = mergeFields(task.fields, change.fields)
  if (change.status !== undefined) moveTo(next, change.status, now)
  if (isDeepStrictEqual(next, task)) return task
  next.version = task.version + 1
  // Clocks of processes differ a little; a task's own time never runs backwards.
  const time = now.toISOString()
  next.updated_at = time > task.updated_at ? time : task.updated_at
  return next
}

function mergeFields(fields: Task['fields'], patch: Record<string, unknown>): Task['fields'] {
  const merged = mergePatch(fields, patch) as Task['fields'] // both sides are objects by schema
  if (Object.keys(merged).length > FIELDS_MAX) throw tooManyFields()
  return merged
}

function moveTo(task: Task, to: Status, now: Date): void {
  if (task.status === to) return
  if (!canMove(task.status, to)) throw transitionNotAllowed(task.status, to)
  task.status = to
  task.completed_at = isFinal(to) ? now.toISOString() : null
  // What the origin confirmed was the earlier outcome.
  task.settled_at = null
}

export function changeEvent(before: Status, after: Status): EventType {
  if (before === after) return 'task.updated'
  if (isFinal(before) && after === 'ready') return 'task.reopened'
  return statusEvents[after]
}

const BOOKKEEPING = new Set<keyof Task>(['version', 'updated_at'])

export type Difference = { changed: (keyof Task)[]; previous: Partial<Task> }

export function differenceOf(before: Task, after: Task): Difference {
  const changed = (Object.keys(after) as (keyof Task)[]).filter(
    (field) => !BOOKKEEPING.has(field) && !isDeepStrictEqual(before[field], after[field]),
  )
  return { changed, previous: Object.fromEntries(changed.map((field) => [field, before[field]])) }
}
