// A wait between two looks: short while there is something to do, longer and longer while there is not, and over at once
// when somebody knows better.

export type Waker = {
  wake: () => void
  /** `wasBusy`: the last look found something. */
  wait: (wasBusy: boolean) => Promise<void>
}

export type WakerOptions = { shortestMs: number; longestMs: number }

const GROWTH = 1.3

export function createWaker({ shortestMs, longestMs }: WakerOptions): Waker {
  let waitMs = shortestMs
  let woken = false
  let end: (() => void) | undefined
  return {
    wake() {
      woken = true
      end?.()
    },
    async wait(wasBusy) {
      waitMs = wasBusy ? shortestMs : Math.min(longestMs, waitMs * GROWTH)
      if (!woken) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, waitMs)
        end = resolve
        await promise
        clearTimeout(timer)
        end = undefined
      }
      woken = false
    },
  }
}
