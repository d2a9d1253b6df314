// Exponential backoff with jitter, shared by both lanes: as soon as one succeeds, the other retries.

export type Backoff = {
  /** After a failure: waits, longer each time, at most a minute. */
  wait(signal: AbortSignal, atLeastMs?: number): Promise<void>
  /** A request succeeded: resets the backoff and ends the waits. */
  succeed(): void
}

export function createBackoff(firstMs = 1_000, maxMs = 60_000): Backoff {
  let failures = 0
  const wakes = new Set<() => void>()
  return {
    async wait(signal, atLeastMs = 0) {
      const ms = Math.min(maxMs, firstMs * 2 ** failures)
      failures = Math.min(failures + 1, 16)
      // Not all connectors of a site at once.
      const delayMs = Math.max(atLeastMs, ms * (0.5 + Math.random() / 2))
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer)
          wakes.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, delayMs)
        wakes.add(done)
        signal.addEventListener('abort', done)
        if (signal.aborted) done()
      })
    },
    succeed() {
      failures = 0
      for (const wake of wakes) wake()
    },
  }
}
