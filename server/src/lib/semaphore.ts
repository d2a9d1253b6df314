// A semaphore with a bounded queue: a few calls run, a few more wait, and further calls are rejected immediately.

export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(options: {
  permits: number
  maxWaiting: number
  /** The error for a call that finds all permits taken and the queue full. */
  rejection: () => Error
}): Semaphore {
  let inUse = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (inUse >= options.permits) {
      if (queue.length >= options.maxWaiting) throw options.rejection()
      // The permit is handed over when it is released, so that no later call can overtake.
      await new Promise<void>((acquire) => queue.push(acquire))
    } else inUse++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else inUse--
    }
  }
}
