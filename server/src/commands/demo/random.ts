// Random choices that are the same in every run, so that two fills, and two pictures, differ only where the product does.

export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  below(limit: number): number
  chance(share: number): boolean
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32: small, and good enough to look random. */
export function createRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(choices) {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('nothing to choose from')
      return choice
    },
  }
}
