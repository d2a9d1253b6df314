// The wait of a polling loop: short while there is work, longer while there is none, and ended immediately by a
// notification.

export type Wakeup = {
  notify: () => void
  /** `wasBusy`: the last poll found work. */
  wait: (wasBusy: boolean) => Promise<void>
}

export type WakeupOptions = { shortestMs: number; longestMs: number }

const GROWTH = 1.3

export function createWakeup({ shortestMs, longestMs }: WakeupOptions): Wakeup {
  let waitMs = shortestMs
  let isNotified = false
  let wake: (() => void) | undefined
  return {
    notify() {
      isNotified = true
      wake?.()
    },
    async wait(wasBusy) {
      waitMs = wasBusy ? shortestMs : Math.min(longestMs, waitMs * GROWTH)
      if (!isNotified) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, waitMs)
        wake = resolve
        await promise
        clearTimeout(timer)
        wake = undefined
      }
      isNotified = false
    },
  }
}
