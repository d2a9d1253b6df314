// A map of bounded size that forgets what was written longest ago.

export type RecentMap<Value> = {
  get: (name: string) => Value | undefined
  has: (name: string) => boolean
  set: (name: string, value: Value) => void
  delete: (name: string) => void
}

export function createRecentMap<Value>(most: number): RecentMap<Value> {
  const values = new Map<string, Value>()
  return {
    get: (name) => values.get(name),
    has: (name) => values.has(name),
    set(name, value) {
      values.delete(name)
      values.set(name, value)
      const [oldest] = values.size > most ? values.keys() : []
      if (oldest !== undefined) values.delete(oldest)
    },
    delete: (name) => void values.delete(name),
  }
}
