// Short lock attempts with jittered retries, for schema changes of tables that requests use.
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, LOCK_NOT_AVAILABLE } from '#lib/database-failure.ts'

/**
 * Every later request for the table waits as long as we do, so this is the longest stall a request sees. Short
 * transactions end sooner, which is what makes an attempt succeed on a busy table.
 */
export const MAINTENANCE_LOCK_TIMEOUT_MS = 200

const ATTEMPTS = 5
const SHORTEST_WAIT_MS = 500
const LONGEST_WAIT_MS = 1_500

/** Returns undefined when every attempt found the lock taken, or when stopped. */
export async function retryLock<T>(
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === ATTEMPTS || signal?.aborted) return undefined
      const waitMs = SHORTEST_WAIT_MS + Math.random() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS)
      await sleep(waitMs, undefined, signal && { signal }).catch(() => undefined)
    }
  }
}
