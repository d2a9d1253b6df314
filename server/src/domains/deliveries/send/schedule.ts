// When an attempt that failed is made again.

/** Each wait is up to a fifth longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2
/** A longer `Retry-After` of a receiver is cut to this. */
const MAX_RETRY_AFTER_MS = 24 * 3_600_000

export type Retry = {
  /** Waits between attempts, in milliseconds; one attempt more than there are waits. */
  schedule: readonly number[]
  tries: number
  /** What the receiver asked for. */
  retryAfterMs: number | null
}

/** How long to wait, because clocks differ; null when there was the last attempt. */
export function retryDelayMs({ schedule, tries, retryAfterMs }: Retry): number | null {
  const waitMs = schedule[tries - 1]
  if (waitMs === undefined) return null
  const jittered = waitMs * (1 - JITTER + Math.random() * 2 * JITTER)
  const asked = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
  return Math.max(jittered, asked)
}

/** Seconds, or a date as HTTP writes it. */
export function parseRetryAfter(value: string | undefined, now: Date): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime())
}
