// Memoizes a pure function of one text.
import { createLruMap } from './lru-map.ts'

/** Keeps the results for the latest `maxEntries` texts. */
export function memoize<T>(compute: (text: string) => T, maxEntries: number): (text: string) => T {
  const known = createLruMap<{ value: T }>(maxEntries)
  return (text) => {
    const before = known.get(text)
    if (before) return before.value
    const value = compute(text)
    known.set(text, { value })
    return value
  }
}
