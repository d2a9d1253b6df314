// Everything random in a proof comes from its seed, so that a run can be repeated.
import { createHash } from 'node:crypto'

export type SeededRandom = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** The name keeps two users of one seed from drawing the same numbers. */
export function seededRandom(seed: number, name: string): SeededRandom {
  let state = createHash('sha256').update(`${seed}/${name}`).digest().readUInt32LE()
  // xorshift32 (Marsaglia 2003): enough to spread choices, and zero is its only dead end.
  if (state === 0) state = 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (choices) => choices[between(0, choices.length - 1)] ?? choices[0],
  }
}
