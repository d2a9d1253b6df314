// How long a request waits for a connection: less if it waited before, for its authentication or in a queue.
import type { PoolClient } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { UNCOUNTED_WAIT_MS } from '#lib/time/earlier-wait.ts'

/** With what comes before and after it, a request that waited this long gets its 503 within five seconds. */
export const ACQUIRE_TIMEOUT_MS = 3_500

/** Left after any wait: opening a connection takes a moment. */
const SHORTEST_MS = 250

/** Undefined where the pool's own limit is enough. */
export function remainingWaitMs(
  earlierMs: number,
  timeoutMs = ACQUIRE_TIMEOUT_MS,
): number | undefined {
  if (earlierMs <= UNCOUNTED_WAIT_MS) return undefined
  return Math.max(SHORTEST_MS, timeoutMs + UNCOUNTED_WAIT_MS - earlierMs)
}

export const waitedTooLong = () =>
  new DatabaseUnavailable('the request has waited too long for a connection')

/** `timeoutMs` is for the earlier wait and this one together. A connection that comes later goes back to its pool. */
export async function connectAfter(
  earlierMs: number,
  source: { connect: () => Promise<PoolClient> },
  timeoutMs?: number,
): Promise<PoolClient> {
  const remainingMs = remainingWaitMs(earlierMs, timeoutMs)
  if (remainingMs === undefined) return source.connect()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    reject(waitedTooLong())
  }, remainingMs)
  const connecting = source.connect().then((client) => {
    if (isOver) client.release()
    return client
  })
  return Promise.race([connecting, tooLate]).finally(() => clearTimeout(timer))
}
