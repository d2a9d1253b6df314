// How far a schedule has come: which occurrence is next, and how many tasks are left.
import type { ScheduleRule } from '@task-service/contract'
import { nextAfter } from './occurrences.ts'

type Progress = { rule: ScheduleRule; task_count: number; last_at: Date | null }

/** Null without a limit. */
export function tasksLeft({ rule, task_count: count }: Progress): number | null {
  return rule.count === null ? null : Math.max(0, rule.count - count)
}

/** Null when it has ended. Never one that has been, even if the clock of another process is behind. */
export function nextOf(schedule: Progress, now: Date): Date | null {
  if (tasksLeft(schedule) === 0) return null
  const { last_at: lastAt } = schedule
  return nextAfter(schedule.rule, lastAt && lastAt > now ? lastAt : now)
}
