// How long the caller of some work has waited for the database before it: the waits of one request share one limit.
import { AsyncLocalStorage } from 'node:async_hooks'

/** A shorter wait is not counted: it leaves the next one all of its time. */
export const UNCOUNTED_WAIT_MS = 250

const storage = new AsyncLocalStorage<number>()

/** In milliseconds; 0 for work that no caller has waited for. */
export const earlierWaitMs = (): number => storage.getStore() ?? 0

/** Runs `work`, and everything it starts, for a caller that has waited this long. */
export function afterWait<T>(ms: number, work: () => T): T {
  const counted = ms > UNCOUNTED_WAIT_MS ? ms : 0
  return counted === earlierWaitMs() ? work() : storage.run(counted, work)
}
