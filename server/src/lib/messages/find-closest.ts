// The known name that an unknown one was probably meant to be, for messages that ask “Did you mean …?”.

/** Comparing takes the product of both lengths, and callers choose one of them. */
const MAX_LENGTH = 64

/**
 * Undefined when no candidate is close.
 *
 * @example
 * findClosest('prioirty', ['title', 'priority']) // 'priority'
 * findClosest('dueAt', ['due_at']) // 'due_at'
 */
export function findClosest(name: string, candidates: readonly string[]): string | undefined {
  if (name === '' || name.length > MAX_LENGTH) return undefined
  const plain = simplify(name)
  const same = candidates.find((candidate) => simplify(candidate) === plain)
  if (same !== undefined) return same
  const most = Math.min(3, Math.max(1, Math.floor(name.length / 3)))
  const [best] = candidates
    .filter(({ length }) => length <= MAX_LENGTH && Math.abs(length - name.length) <= most + 2)
    .map((candidate) => ({ candidate, edits: countEdits(plain, simplify(candidate)) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits)
  return best?.candidate
}

function simplify(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '')
}

/** Letters to insert, remove, replace, or swap with their neighbor. */
function countEdits(from: string, to: string): number {
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
    ;[beforeLast, last] = [last, row]
  }
  return last[to.length] ?? 0
}
