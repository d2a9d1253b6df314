// Where the bar of a task begins and ends on a timeline: from its start, or its creation, to its due date.
import type { Task } from '@task-service/contract'
import { type Day, startOfDay } from '../calendar-days.ts'

export type Bar = {
  from: Date
  to: Date
  /** Parts of the width of the timeline, from 0 to 1. */
  left: number
  width: number
  /** It continues beyond the edge. */
  isCutAtStart: boolean
  isCutAtEnd: boolean
}

const DAY_MS = 86_400_000
/** A bar of a minute can be seen, too. */
const LEAST_DAYS = 0.25

/** Days that are all equally long, also when clocks change. */
export function daysBetween(first: Day, at: Date): number {
  const day = startOfDay(at)
  return (
    Math.round((day.getTime() - first.getTime()) / DAY_MS) + (at.getTime() - day.getTime()) / DAY_MS
  )
}

type Dated = Pick<Task, 'created_at' | 'not_before' | 'due_at'>

/** Undefined for a task without a due date, and for one that is not in this period. */
export function barOf(task: Dated, first: Day, days: number): Bar | undefined {
  if (task.due_at === null) return undefined
  const to = new Date(task.due_at)
  const planned = new Date(task.not_before ?? task.created_at)
  // Some tasks are created after they should have been done.
  const from = planned < to ? planned : to
  const end = daysBetween(first, to)
  const start = Math.min(daysBetween(first, from), end - LEAST_DAYS)
  if (end <= 0 || start >= days) return undefined
  const left = Math.max(start, 0)
  return {
    from,
    to,
    left: left / days,
    width: (Math.min(end, days) - left) / days,
    isCutAtStart: start < 0,
    isCutAtEnd: end > days,
  }
}
