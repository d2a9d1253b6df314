// The hours or days that an overview is about, and the time of the same length before them to compare it with.
import type { OverviewRange } from '@task-service/contract'
import { dayStarts, hourStarts } from '#lib/time/local-time.ts'

export type Range = {
  /** Beginnings, oldest first; the last one is not over. */
  buckets: Date[]
  since: Date
  until: Date
  /** As long before `since` as `until` is behind it. */
  before: Date
}

const counts = { '7d': 7, '30d': 30 } as const

export function rangeOf(name: OverviewRange, timeZone: string, now: Date): Range {
  const buckets =
    name === '24h' ? hourStarts(timeZone, now, 24) : dayStarts(timeZone, now, counts[name])
  const since = buckets[0] ?? now
  const before = new Date(2 * since.getTime() - now.getTime())
  return { buckets, since, until: now, before }
}

/** What was counted by place: 1 is the time before, 2 the first bucket. */
export type PlaceCount = { place: number; count: number }

export function toFlow(range: Range, rows: readonly PlaceCount[]) {
  const series = range.buckets.map(() => 0)
  let before = 0
  for (const { place, count } of rows) {
    if (place === 1) before += count
    else series[place - 2] = (series[place - 2] ?? 0) + count
  }
  return {
    entered: series.reduce((sum, count) => sum + count, 0),
    entered_before: before,
    series,
  }
}
