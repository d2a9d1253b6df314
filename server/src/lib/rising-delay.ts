// How long somebody has to wait after so many failures: the first few cost nothing, then each doubles the wait.
import { createRecentMap } from './recent-map.ts'

export type RisingDelay = {
  /** Zero when it may be tried. */
  waitMs: (name: string) => number
  failures: (name: string) => number
  /** Counts before the outcome is known, so that many at once are not one. */
  count: (name: string) => void
  takeBack: (name: string) => void
  clear: (name: string) => void
}

type Record = { failures: number; openAt: number; countedAt: number }

export function createRisingDelay(options: {
  free: number
  firstMs: number
  longestMs: number
  forgetMs: number
  maxNames: number
  now: () => number
}): RisingDelay {
  const { free, firstMs, longestMs, forgetMs, maxNames, now } = options
  const records = createRecentMap<Record>(maxNames)

  function find(name: string): Record | undefined {
    const record = records.get(name)
    if (record && now() - record.countedAt < forgetMs) return record
    records.delete(name)
    return undefined
  }

  function write(name: string, failures: number): void {
    const steps = failures - free
    const delayMs = steps > 0 ? Math.min(firstMs * 2 ** (steps - 1), longestMs) : 0
    records.set(name, { failures, countedAt: now(), openAt: now() + delayMs })
  }

  return {
    waitMs: (name) => Math.max(0, (find(name)?.openAt ?? 0) - now()),
    failures: (name) => find(name)?.failures ?? 0,
    count: (name) => write(name, (find(name)?.failures ?? 0) + 1),
    takeBack(name) {
      const failures = (find(name)?.failures ?? 0) - 1
      if (failures > 0) write(name, failures)
      else records.delete(name)
    },
    clear: records.delete,
  }
}
