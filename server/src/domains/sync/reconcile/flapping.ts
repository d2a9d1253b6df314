// Whether a field goes back and forth: in, out, in, out.

export type Move = { direction: string; fields: readonly string[] }

/** More changes of direction than this are no conversation. */
const MOST_TURNS = 6

/** The field that turned too often; moves before the last `note` do not count. */
export function findFlapping(moves: readonly Move[]): string | undefined {
  const start = moves.findLastIndex(({ direction }) => direction === 'note') + 1
  const turns = new Map<string, { last: string; count: number }>()
  for (const { direction, fields } of moves.slice(start)) {
    for (const field of fields) {
      const seen = turns.get(field)
      const count = (seen?.count ?? 0) + (seen && seen.last !== direction ? 1 : 0)
      if (count > MOST_TURNS) return field
      turns.set(field, { last: direction, count })
    }
  }
  return undefined
}
