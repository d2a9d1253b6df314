// How a queue does: how long its oldest task waits, and whether that is longer than its target.
import type { QueueState } from '@task-service/contract'

/** The service counts no further. */
const COUNTED_MAX = 10_000

export const printCount = (count: number, locale: string): string =>
  count > COUNTED_MAX ? `${COUNTED_MAX.toLocaleString(locale)}+` : count.toLocaleString(locale)

type Asked = Pick<QueueState, 'oldest_ready_at' | 'target_seconds'>

/** How long the oldest ready task has been waiting; undefined if none is. */
export const waitedMs = ({ oldest_ready_at: since }: Asked, nowMs: number): number | undefined =>
  since === null ? undefined : Math.max(0, nowMs - Date.parse(since))

/** By how much that exceeds the target; 0 if it does not. */
export function overTargetMs(queue: Asked, nowMs: number): number {
  const waited = waitedMs(queue, nowMs)
  if (waited === undefined || queue.target_seconds === null) return 0
  return Math.max(0, waited - queue.target_seconds * 1_000)
}
