// Wakes what waits in this process for a change that happens in it; changes of other processes are found by polling.

const subscribers = new Map<string, Set<() => void>>()

/** `topic` is the id of what is waited for. */
export function notify(topic: string): void {
  for (const wake of subscribers.get(topic) ?? []) wake()
}

export function subscribe(topic: string, wake: () => void): () => void {
  const set = subscribers.get(topic) ?? new Set()
  subscribers.set(topic, set.add(wake))
  return () => {
    set.delete(wake)
    if (set.size === 0) subscribers.delete(topic)
  }
}
