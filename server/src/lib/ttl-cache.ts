// A cache of expensive values that may be slightly stale: concurrent calls share one load, and the more a load costs, the
// longer its value lives. So counting a large tenant never takes more than a small share of the database's time.

/** The tenant is a separate parameter, so that no caller can leave it out of the key. */
export type TtlCache<Value> = (
  tenantId: string,
  name: string,
  load: () => Promise<Value>,
) => Promise<Value>

export type TtlCacheOptions = {
  minTtlMs?: number
  maxTtlMs?: number
  maxEntries?: number
  now?: () => number
}

const MIN_TTL_MS = 3_000
const MAX_TTL_MS = 60_000
const MAX_ENTRIES = 2_000
/** A value that took a second to load lives for twenty. */
const TTL_PER_COST = 20

type Entry<Value> = { value: Promise<Value>; expiresAt: number }

export function createTtlCache<Value>(options: TtlCacheOptions = {}): TtlCache<Value> {
  const { minTtlMs = MIN_TTL_MS, maxTtlMs = MAX_TTL_MS, maxEntries = MAX_ENTRIES } = options
  const now = options.now ?? (() => performance.now())
  const entries = new Map<string, Entry<Value>>()

  function evict(): void {
    if (entries.size < maxEntries) return
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key)
    const [oldest] = entries.keys()
    if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest)
  }

  return (tenantId, name, load) => {
    const key = `${tenantId} ${name}`
    const known = entries.get(key)
    if (known && known.expiresAt > now()) return known.value
    entries.delete(key)
    evict()
    const startedAt = now()
    const entry: Entry<Value> = { value: load(), expiresAt: Number.POSITIVE_INFINITY }
    entries.set(key, entry)
    const expireAfter = (ttlMs: number) => (entry.expiresAt = now() + ttlMs)
    entry.value.then(
      () => expireAfter(Math.min(maxTtlMs, Math.max(minTtlMs, (now() - startedAt) * TTL_PER_COST))),
      // A failure is not cached.
      () => expireAfter(Number.NEGATIVE_INFINITY),
    )
    return entry.value
  }
}
