// How long an integration rests after failures in a row.

/** What the vendor or its integration said. */
type Failed = { kind: string; facts: { retryAfterMs?: number | undefined } }

export const FIRST_REST_MS = 5_000
const LONGEST_MS = 3_600_000
const DOUBLINGS = 12
/** Somebody has to give a right or correct a name; asking often does not help. */
const PEOPLE_MS = 300_000

/** The vendor's own word goes before ours. */
export function restMs(failures: number, failure?: Failed): number {
  const grown = Math.min(FIRST_REST_MS * 2 ** Math.min(failures - 1, DOUBLINGS), LONGEST_MS)
  const told = failure?.facts.retryAfterMs ?? 0
  if (failure?.kind === 'rate_limited') return Math.min(Math.max(told, 1_000), 86_400_000)
  if (failure?.kind === 'forbidden' || failure?.kind === 'not_found') {
    return Math.max(grown, PEOPLE_MS)
  }
  return Math.max(grown, Math.min(told, LONGEST_MS))
}
