// The page that a mistyped path probably means.

/** More is another word. */
const MOST_EDITS = 2

/** `/task/T-7` for the known `/tasks` is `/tasks/T-7`. */
export function suggestPath(path: string, known: readonly string[]): string | undefined {
  const [, first = '', ...rest] = path.split('/')
  const edits = (one: string) => countEdits(first.toLowerCase(), one.slice(1))
  const [closest] = known.toSorted((a, b) => edits(a) - edits(b))
  if (first === '' || closest === undefined || edits(closest) > MOST_EDITS) return undefined
  // If its first part is right, the rest is wrong.
  return first === closest.slice(1) ? closest : [closest, ...rest.filter(Boolean)].join('/')
}

/** Letters to add, remove or replace (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [at, letter] of from.split('').entries()) {
    const next = [at + 1]
    for (const [index, other] of to.split('').entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
