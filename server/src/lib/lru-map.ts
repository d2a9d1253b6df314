// A map of bounded size that evicts the least recently set entry. Only writes count as use: a read keeps nothing alive.

export type LruMap<Value> = {
  get: (name: string) => Value | undefined
  has: (name: string) => boolean
  set: (name: string, value: Value) => void
  delete: (name: string) => void
}

export function createLruMap<Value>(maxEntries: number): LruMap<Value> {
  const values = new Map<string, Value>()
  return {
    get: (name) => values.get(name),
    has: (name) => values.has(name),
    set(name, value) {
      values.delete(name)
      values.set(name, value)
      const [oldest] = values.size > maxEntries ? values.keys() : []
      if (oldest !== undefined) values.delete(oldest)
    },
    delete: (name) => void values.delete(name),
  }
}
