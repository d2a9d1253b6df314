// A search of the address as filters of the API: names for @me and @none, hours for "today".
import type { Status, TaskListQuery } from '@task-service/contract'
import { OPEN_STATUSES } from './status-moves.ts'
import { type CreatedRange, type DueRange, ME, type TaskSearch, UNASSIGNED } from './task-search.ts'

export type TaskFilters = Omit<TaskListQuery, 'limit' | 'cursor' | 'sort'>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Times relative to now advance in steps, or the list would be refetched at every tick. */
const STEP_MS = 600_000

function dueBefore(range: DueRange, now: Date): string {
  if (range === 'today') {
    const end = new Date(now)
    end.setHours(24, 0, 0, 0)
    return end.toISOString()
  }
  const start = Math.floor(now.getTime() / STEP_MS) * STEP_MS
  const days = { overdue: 0, day: 1, week: 7 }[range]
  return new Date(start + days * DAY_MS).toISOString()
}

function assigneeFilter(assignee: string | undefined, username: string | undefined): TaskFilters {
  if (assignee === undefined) return {}
  if (assignee === UNASSIGNED) return { unassigned: true }
  return { assignee: assignee === ME ? (username ?? ME) : assignee }
}

/** The start of the hour or day with which Home begins its range. */
function createdSince(range: CreatedRange, now: Date): string {
  const start = new Date(now)
  start.setMinutes(0, 0, 0)
  if (range === '24h') return new Date(start.getTime() - 23 * HOUR_MS).toISOString()
  start.setHours(0)
  start.setDate(start.getDate() - (range === '7d' ? 6 : 29))
  return start.toISOString()
}

/** Where the tasks come from, who works on them, and what became of them. */
function placeFilters(search: TaskSearch, now: Date): TaskFilters {
  const { source, delegate, integration, confirmation, created } = search
  return {
    ...(source && (source === UNASSIGNED ? { has_source: false } : { source })),
    ...(delegate && (delegate === UNASSIGNED ? { delegated: false } : { delegate })),
    ...(integration && { integration: integration === UNASSIGNED ? 'none' : integration }),
    ...(confirmation && { confirmation }),
    ...(created && { created_since: createdSince(created, now) }),
  }
}

export function toFilters(
  search: TaskSearch,
  { username, now }: { username: string | undefined; now: Date },
): TaskFilters {
  const { priority, label, field, queue, due, q } = search
  return {
    status: statusesOf(search),
    ...(priority.length > 0 && { priority }),
    ...(label.length > 0 && { label }),
    ...(field && { field }),
    ...assigneeFilter(search.assignee, username),
    ...(queue && { queue }),
    ...placeFilters(search, now),
    ...(due && { due_before: dueBefore(due, now) }),
    ...(q && { q }),
  }
}

export function statusesOf(search: TaskSearch): Status[] {
  return search.status.length > 0 ? search.status : [...OPEN_STATUSES]
}
