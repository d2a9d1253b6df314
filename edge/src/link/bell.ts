// Wakes whoever waits for something to do.
export type Bell = {
  ring(): void
  /** Until it rings, the time is over or the signal ends the waiting. A ring that came before counts once. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!hasRung && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            wake = undefined
            resolve()
          }
          const timer = setTimeout(done, ms)
          signal.addEventListener('abort', done)
          wake = done
        })
      }
      hasRung = false
    },
  }
}
