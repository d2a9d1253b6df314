// How long to wait before the next look: an eighth of the time that nothing happened, so that what comes soon is found
// soon and what comes late costs little to wait for.

const SHORTEST_MS = 10
export const LONGEST_MS = 250

export function paceMs(quietMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, quietMs / 8))
}
