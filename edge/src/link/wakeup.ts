// Wakes a loop that waits for something to do.
export type Wakeup = {
  notify(): void
  /** Until it is notified, the time is up or the signal aborts. A notification that came before counts once. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createWakeup(): Wakeup {
  let isNotified = false
  let wake: (() => void) | undefined
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(ms, signal) {
      if (!isNotified && !signal.aborted) {
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
      isNotified = false
    },
  }
}
