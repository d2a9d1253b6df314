// The poll interval: an eighth of the time since the last activity, so that what comes soon is found soon and a long wait
// costs little.

const SHORTEST_MS = 10
export const LONGEST_MS = 250

export function pollBackoffMs(quietMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, quietMs / 8))
}
