// What happens in this process is heard at once by those who wait in it; what happens in another one they look for.

const listeners = new Map<string, Set<() => void>>()

/** `about` is an id of what is waited for. */
export function ring(about: string): void {
  for (const hear of listeners.get(about) ?? []) hear()
}

export function listen(about: string, hear: () => void): () => void {
  const set = listeners.get(about) ?? new Set()
  listeners.set(about, set.add(hear))
  return () => {
    set.delete(hear)
    if (set.size === 0) listeners.delete(about)
  }
}
