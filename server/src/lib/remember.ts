// Remembers what a function said whose answer depends on its argument alone.
import { createRecentMap } from './recent-map.ts'

/** Keeps the answers for the latest `most` texts. */
export function remember<T>(compute: (text: string) => T, most: number): (text: string) => T {
  const known = createRecentMap<{ value: T }>(most)
  return (text) => {
    const before = known.get(text)
    if (before) return before.value
    const value = compute(text)
    known.set(text, { value })
    return value
  }
}
