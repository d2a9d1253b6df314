// The last 24 full hours, in UTC, and what happened in each of them.
import type { QueueHistory } from '@task-service/contract'

const HOUR_MS = 3_600_000
export const HOURS = 24

export type Period = { start: Date; end: Date }

/** `end` is the start of the hour that has not ended yet. */
export function lastFullHours(now: Date): Period {
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return { start: new Date(end - HOURS * HOUR_MS), end: new Date(end) }
}

export type Kind = 'claimed' | 'completed' | 'expired'
export type HourCount = { kind: Kind; hour: Date; count: number }

/** One entry per hour, also for hours in which nothing happened; counts of other hours are ignored. */
export function toHours({ start }: Period, counts: readonly HourCount[]): QueueHistory['hours'] {
  const hours = Array.from({ length: HOURS }, (_, place) => ({
    start: new Date(start.getTime() + place * HOUR_MS).toISOString(),
    claimed: 0,
    completed: 0,
    expired: 0,
  }))
  for (const { kind, hour, count } of counts) {
    const entry = hours[(hour.getTime() - start.getTime()) / HOUR_MS]
    if (entry) entry[kind] += count
  }
  return hours
}
