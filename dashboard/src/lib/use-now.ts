// One clock for all relative times, so that a list of them does not start a timer each.
import { useSyncExternalStore } from 'react'

const TICK_MS = 20_000
let now = new Date()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

setInterval(() => {
  now = new Date()
  for (const listener of listeners) listener()
}, TICK_MS)

export const useNow = (): Date => useSyncExternalStore(subscribe, () => now)
