// Lets a few through at a time and a few more wait; whoever comes then is turned away at once.

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

export function createTurnstile(options: {
  places: number
  waiting: number
  /** What to tell whoever finds all places taken, those for waiting too. */
  refusal: () => Error
}): Turnstile {
  let busy = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (busy >= options.places) {
      if (queue.length >= options.waiting) throw options.refusal()
      // Whoever leaves hands the place over, so that nobody slips in between.
      await new Promise<void>((enter) => queue.push(enter))
    } else busy++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else busy--
    }
  }
}
