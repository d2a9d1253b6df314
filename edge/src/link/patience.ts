// Growing waits after failures, shared by both lanes: as soon as one gets through, the other tries again.

export type Patience = {
  /** After a failure: waits, longer each time, at the most a minute. */
  wait(signal: AbortSignal, atLeastMs?: number): Promise<void>
  /** Something got through. */
  succeed(): void
}

export function createPatience(firstMs = 1_000, longestMs = 60_000): Patience {
  let failures = 0
  const wakes = new Set<() => void>()
  return {
    async wait(signal, atLeastMs = 0) {
      const ms = Math.min(longestMs, firstMs * 2 ** failures)
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
