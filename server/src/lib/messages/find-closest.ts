// The known name that an unknown one was probably meant to be, for messages that ask “Did you mean …?”.

/** Comparing takes the product of both lengths, and callers choose one of them. No known name is longer. */
const MAX_LENGTH = 40

/**
 * Undefined when no candidate is close. Of equally close ones, that which begins with the same character: the sign of
 * `-created_at` does not count as an edit.
 *
 * @example
 * findClosest('prioirty', ['title', 'priority']) // 'priority'
 * findClosest('dueAt', ['due_at']) // 'due_at'
 */
export function findClosest(name: string, candidates: readonly string[]): string | undefined {
  let best: { candidate: string; edits: number; isAlike: boolean } | undefined
  for (const candidate of candidates) {
    const isAlike = candidate[0]?.toLowerCase() === name[0]?.toLowerCase()
    const isPreferred = isAlike && best?.isAlike === false
    const edits = countEdits(name, candidate, best && best.edits - (isPreferred ? 0 : 1))
    if (edits !== undefined) best = { candidate, edits, isAlike }
  }
  return best?.candidate
}

/**
 * Letters to insert, remove, replace, or swap with their neighbor. Case, spaces, `_` and `-` do not count. Undefined when
 * the two are not close, or need more edits than the limit.
 */
export function countEdits(
  name: string,
  candidate: string,
  limit = Number.POSITIVE_INFINITY,
): number | undefined {
  if (name === '' || name.length > MAX_LENGTH || candidate.length > MAX_LENGTH) return undefined
  const most = Math.min(limit, 3, Math.max(1, Math.floor(name.length / 3)))
  return compare(simplify(name), simplify(candidate), most)
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

function compare(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, place) => place)
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const differs = from[i - 1] === to[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        (row[j - 1] ?? 0) + 1,
        (last[j] ?? 0) + 1,
        (last[j - 1] ?? 0) + differs,
        isSwap ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    // Then all later rows are above it too.
    if (Math.min(...row) > most) return undefined
    ;[beforeLast, last] = [last, row]
  }
  const edits = last[to.length] ?? 0
  return edits <= most ? edits : undefined
}
