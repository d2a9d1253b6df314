// Where the first task of each lane is at the earliest. A claim leaves dead rows at the front of the index, and while an old
// transaction is open no one may remove them: without a lower bound each claim would read over all of them.
import { createLruMap } from '#lib/lru-map.ts'

/** A bound that is not older is believed even if there is nothing behind it: idle agents ask often. */
const FRESH_MS = 100
/** Tasks may be added before the bound, by another process: after this time a claim looks from the beginning again. */
const TRUSTED_MS = 1_000
const MAX_LANES = 50_000

type Bound = { after: number; until: number }

export type LowerBounds = {
  /** 0 when nothing is known. */
  get: (lane: string) => number
  /** Everything before `turn` was claimed, or is locked by another claim. */
  raise: (lane: string, turn: number) => void
  /** For a lane that looks empty. True if there was a bound, so that another look may find a task before it. */
  forget: (lane: string) => boolean
}

export function createLowerBounds(now: () => number = () => performance.now()): LowerBounds {
  const bounds = createLruMap<Bound>(MAX_LANES)
  return {
    get(lane) {
      const bound = bounds.get(lane)
      return bound && now() < bound.until ? bound.after : 0
    },
    raise(lane, turn) {
      const bound = bounds.get(lane)
      const isTrusted = bound && now() < bound.until
      if (!isTrusted) bounds.set(lane, { after: turn, until: now() + TRUSTED_MS })
      // Of two groups at the same time, the later one may end first.
      else if (turn > bound.after) bounds.set(lane, { after: turn, until: bound.until })
    },
    forget(lane) {
      const bound = bounds.get(lane)
      if (!bound || now() >= bound.until || now() < bound.until - TRUSTED_MS + FRESH_MS)
        return false
      bounds.set(lane, { after: 0, until: 0 })
      return true
    },
  }
}
