// Requests in flight by tenant: while several tenants send requests, one gets at most half of the slots that the others
// leave, however slow its requests are. The tenant is taken from the host, the only thing known before admission.

export type SlotShares = {
  /** Counts as a request of the owner, whether it is admitted or not. */
  mayAcquire: (owner: string, slots: number) => boolean
  /** Beside others: whether it has less than if all owners of slots had the same number. */
  isBelowFairShare: (owner: string, slots: number) => boolean
  acquire: (owner: string) => void
  release: (owner: string) => void
}

/** How long after its last request a tenant counts as active. */
const ACTIVE_MS = 1_000
/** Part of the slots that is kept for the first requests of the next tenant while one is alone. */
const RESERVE = 1 / 8

export function createSlotShares(now: () => number = () => performance.now()): SlotShares {
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
    mayAcquire(owner, slots) {
      const own = held.get(owner) ?? 0
      // Half of what the others leave, so that two cooperating tenants cannot take everything either.
      const share = isAlone(owner)
        ? slots - Math.ceil(slots * RESERVE)
        : Math.ceil((slots - (total - own)) / 2)
      return own < Math.max(1, share)
    },
    isBelowFairShare(owner, slots) {
      const own = held.get(owner) ?? 0
      const others = held.size - (own === 0 ? 0 : 1)
      return others > 0 && own < slots / (others + 1)
    },
    acquire(owner) {
      total++
      held.set(owner, (held.get(owner) ?? 0) + 1)
    },
    release(owner) {
      total--
      const left = (held.get(owner) ?? 1) - 1
      if (left === 0) held.delete(owner)
      else held.set(owner, left)
    },
  }
}
