// A rate limit per key over fixed windows, in bounded memory, with refunds.
import { createLruMap } from '../lru-map.ts'

/** Points used by one key in one window. A refund applies to the window that was charged, not to a later one. */
export type BudgetWindow = { used: number; endsAt: number }

export type WindowBudget = {
  /** Zero when points are left. */
  waitMs: (name: string) => number
  charge: (name: string) => BudgetWindow
}

/** With more than `maxNames` keys, the one that was charged longest ago starts over. */
export function createWindowBudget(options: {
  points: number
  windowMs: number
  maxNames: number
  now: () => number
}): WindowBudget {
  const { points, windowMs, maxNames, now } = options
  const windows = createLruMap<BudgetWindow>(maxNames)

  function find(name: string): BudgetWindow | undefined {
    const window = windows.get(name)
    return window && now() < window.endsAt ? window : undefined
  }

  return {
    waitMs(name) {
      const window = find(name)
      return window && window.used >= points ? window.endsAt - now() : 0
    },
    charge(name) {
      const window = find(name) ?? { used: 0, endsAt: now() + windowMs }
      window.used++
      windows.set(name, window)
      return window
    },
  }
}

export function refund(windows: Iterable<BudgetWindow>): void {
  for (const window of windows) window.used = Math.max(0, window.used - 1)
}
