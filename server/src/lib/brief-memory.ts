// Answers that are dear to make and may be a little old: made once for all who ask together, and then believed, the
// longer the more they cost. So counting a large tenant never takes more than a small share of the database's time.

/** The tenant is a parameter of its own, so that nobody can leave it out of the question. */
export type BriefMemory<Answer> = (
  tenantId: string,
  question: string,
  make: () => Promise<Answer>,
) => Promise<Answer>

export type BriefMemoryOptions = {
  leastMs?: number
  mostMs?: number
  maxEntries?: number
  now?: () => number
}

const LEAST_MS = 3_000
const MOST_MS = 60_000
const MAX_ENTRIES = 2_000
/** What took a second is believed for twenty. */
const BELIEF_PER_COST = 20

type Entry<Answer> = { answer: Promise<Answer>; until: number }

export function createBriefMemory<Answer>(options: BriefMemoryOptions = {}): BriefMemory<Answer> {
  const { leastMs = LEAST_MS, mostMs = MOST_MS, maxEntries = MAX_ENTRIES } = options
  const now = options.now ?? (() => performance.now())
  const entries = new Map<string, Entry<Answer>>()

  function makeRoom(): void {
    if (entries.size < maxEntries) return
    for (const [key, { until }] of entries) if (until <= now()) entries.delete(key)
    const [oldest] = entries.keys()
    if (entries.size >= maxEntries && oldest !== undefined) entries.delete(oldest)
  }

  return (tenantId, question, make) => {
    const key = `${tenantId} ${question}`
    const known = entries.get(key)
    if (known && known.until > now()) return known.answer
    entries.delete(key)
    makeRoom()
    const startedAt = now()
    const entry: Entry<Answer> = { answer: make(), until: Number.POSITIVE_INFINITY }
    entries.set(key, entry)
    const settle = (beliefMs: number) => (entry.until = now() + beliefMs)
    entry.answer.then(
      () => settle(Math.min(mostMs, Math.max(leastMs, (now() - startedAt) * BELIEF_PER_COST))),
      // A failure is not remembered.
      () => settle(Number.NEGATIVE_INFINITY),
    )
    return entry.answer
  }
}
