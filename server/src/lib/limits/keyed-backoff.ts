// Backoff per key: the first few failures are free, then each doubles the wait.
import { createLruMap } from '../lru-map.ts'
import { backoffMs } from '../schedule/backoff.ts'

export type KeyedBackoff = {
  /** Zero when the key need not wait. */
  waitMs: (name: string) => number
  failures: (name: string) => number
  /** Counted before the result is known, so that concurrent attempts all count. */
  count: (name: string) => void
  undo: (name: string) => void
  clear: (name: string) => void
}

type Entry = { failures: number; openAt: number; countedAt: number }

export function createKeyedBackoff(options: {
  free: number
  firstMs: number
  maxMs: number
  forgetMs: number
  maxNames: number
  now: () => number
}): KeyedBackoff {
  const { free, firstMs, maxMs, forgetMs, maxNames, now } = options
  const entries = createLruMap<Entry>(maxNames)

  function find(name: string): Entry | undefined {
    const entry = entries.get(name)
    if (entry && now() - entry.countedAt < forgetMs) return entry
    entries.delete(name)
    return undefined
  }

  function write(name: string, failures: number): void {
    const delayMs = backoffMs(failures - free, { firstMs, maxMs })
    entries.set(name, { failures, countedAt: now(), openAt: now() + delayMs })
  }

  return {
    waitMs: (name) => Math.max(0, (find(name)?.openAt ?? 0) - now()),
    failures: (name) => find(name)?.failures ?? 0,
    count: (name) => write(name, (find(name)?.failures ?? 0) + 1),
    undo(name) {
      const failures = (find(name)?.failures ?? 0) - 1
      if (failures > 0) write(name, failures)
      else entries.delete(name)
    },
    clear: entries.delete,
  }
}
