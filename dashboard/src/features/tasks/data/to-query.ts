// A search of the address as filters of the API: names for @me and @none, hours for "today".
import type { Status, TaskListQuery } from '@task-service/contract'
import { OPEN_STATUSES } from './status-moves.ts'
import { type DueRange, ME, type TaskSearch, UNASSIGNED } from './task-search.ts'

export type TaskFilters = Omit<TaskListQuery, 'limit' | 'cursor' | 'sort'>

const DAY_MS = 86_400_000
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

export function toFilters(
  search: TaskSearch,
  { username, now }: { username: string | undefined; now: Date },
): TaskFilters {
  const { priority, label, queue, source, due, q } = search
  return {
    status: statusesOf(search),
    ...(priority.length > 0 && { priority }),
    ...(label.length > 0 && { label }),
    ...assigneeFilter(search.assignee, username),
    ...(queue && { queue }),
    ...(source && { source }),
    ...(due && { due_before: dueBefore(due, now) }),
    ...(q && { q }),
  }
}

export function statusesOf(search: TaskSearch): Status[] {
  return search.status.length > 0 ? search.status : [...OPEN_STATUSES]
}
