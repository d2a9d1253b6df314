// Requests in progress by tenant: while several tenants send requests, one has at most half of the places that the others
// leave, however slow its requests are. The host tells them apart, because nothing else is known before a request is let in.

export type PlaceShares = {
  /** Counts as a request of the owner, whether it is let in or not. */
  mayTake: (owner: string, places: number) => boolean
  /** Beside others: whether it has less than if all owners of places had the same number. */
  hasLess: (owner: string, places: number) => boolean
  take: (owner: string) => void
  giveBack: (owner: string) => void
}

/** So long after its last request a tenant counts as one that sends requests. */
const ACTIVE_MS = 1_000
/** Of the places, for the first requests of the next tenant while one is alone. */
const RESERVE = 1 / 8

export function createPlaceShares(now: () => number = () => performance.now()): PlaceShares {
  const held = new Map<string, number>()
  let total = 0
  let last = { owner: '', at: Number.NEGATIVE_INFINITY }
  /** The last request of another tenant than `last`. */
  let otherAt = Number.NEGATIVE_INFINITY

  function isAlone(owner: string): boolean {
    const time = now()
    if (owner !== last.owner) {
      otherAt = last.at
      last = { owner, at: time }
    }
    last.at = time
    return time - otherAt > ACTIVE_MS
  }

  return {
    mayTake(owner, places) {
      const own = held.get(owner) ?? 0
      // Half of what the others leave: two that act together cannot have everything either.
      const share = isAlone(owner)
        ? places - Math.ceil(places * RESERVE)
        : Math.ceil((places - (total - own)) / 2)
      return own < Math.max(1, share)
    },
    hasLess(owner, places) {
      const own = held.get(owner) ?? 0
      const others = held.size - (own === 0 ? 0 : 1)
      return others > 0 && own < places / (others + 1)
    },
    take(owner) {
      total++
      held.set(owner, (held.get(owner) ?? 0) + 1)
    },
    giveBack(owner) {
      total--
      const left = (held.get(owner) ?? 1) - 1
      if (left === 0) held.delete(owner)
      else held.set(owner, left)
    },
  }
}
