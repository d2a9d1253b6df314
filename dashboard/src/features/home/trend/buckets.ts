// The complete hours or days of an overview, as two charts on one axis show them.
import type { CompletionTime, Overview } from '@task-service/contract'

export type Bucket = {
  start: string
  end: string
  created: number
  completed: number
  times: CompletionTime | null
}

/** The last one is not over: a line through it would always fall at its end. */
export function completeBuckets({ buckets, stages, completion_times: times }: Overview): Bucket[] {
  return buckets.slice(0, -1).map((start, index) => ({
    start,
    end: buckets[index + 1] ?? start,
    created: stages.arrived.series[index] ?? 0,
    completed: stages.completed.series[index] ?? 0,
    times: times[index] ?? null,
  }))
}

const LEAST = 2

/** Two hours or days of a workspace that had tasks: of fewer a line says nothing. */
export function isLongEnough({ stages }: Overview, buckets: readonly Bucket[]): boolean {
  if (stages.arrived.entered_before + stages.completed.entered_before > 0) return true
  const first = buckets.findIndex(({ created, completed }) => created + completed > 0)
  return first !== -1 && buckets.length - first >= LEAST
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Their halves are round, too. */
const ROUND_SPANS = [
  2 * SECOND,
  10 * SECOND,
  20 * SECOND,
  MINUTE,
  2 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  4 * DAY,
  10 * DAY,
  20 * DAY,
  60 * DAY,
  120 * DAY,
  360 * DAY,
]

/** The top of a scale of times, under which all of them fit. */
export function spanCeiling(ms: number): number {
  return ROUND_SPANS.find((span) => span >= ms) ?? Math.ceil(ms / (720 * DAY)) * 720 * DAY
}

const ROUND_COUNTS = [2, 4, 10, 20, 40, 60, 80, 100]

/** The top of a scale of counts, whose half is a whole number. */
export function countCeiling(count: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  const found = ROUND_COUNTS.find((round) => round * size >= count)
  return (found ?? 100) * size
}

/** Places of the labels of the axis. */
export function marksOf(length: number): number[] {
  const last = length - 1
  return [...new Set([0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * last)))]
}
