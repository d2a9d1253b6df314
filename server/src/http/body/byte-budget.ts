// A budget in bytes that many owners share. One owner never holds more than what is still free, so a single greedy owner
// gets half of it and leaves the other half to everyone else (dynamic thresholds, as in shared switch buffers).
import type { ServerResponse } from 'node:http'

export type ByteLease = {
  /** False, and nothing is taken, when it would exceed the budget or the share of one of the owners. */
  grow: (bytes: number) => boolean
  /** Returns everything. What is closed does not grow again, and a second call does nothing. */
  close: () => void
}

export type ByteBudget = {
  /** What is taken counts for each of the owners. */
  open: (owners: readonly string[]) => ByteLease
  heldBytes: () => number
  /** Since the start. */
  refusedCount: () => number
}

export function createByteBudget(options: {
  totalBytes: number
  /** The first bytes of each lease count toward the total alone: small work passes beside an owner that has used its share. */
  freeBytesPerLease: number
}): ByteBudget {
  const { totalBytes, freeBytesPerLease } = options
  const byOwner = new Map<string, number>()
  let held = 0
  let refused = 0

  function fits(owners: readonly string[], before: number, bytes: number): boolean {
    const free = totalBytes - held
    if (bytes > free) return false
    if (before + bytes <= freeBytesPerLease) return true
    return owners.every((owner) => (byOwner.get(owner) ?? 0) + bytes <= free)
  }

  function add(owners: readonly string[], bytes: number): void {
    held += bytes
    for (const owner of owners) {
      const now = (byOwner.get(owner) ?? 0) + bytes
      if (now > 0) byOwner.set(owner, now)
      else byOwner.delete(owner)
    }
  }

  return {
    heldBytes: () => held,
    refusedCount: () => refused,
    open(owners) {
      let taken = 0
      let isClosed = false
      return {
        grow(bytes) {
          if (isClosed) return false
          if (!fits(owners, taken, bytes)) {
            refused++
            return false
          }
          taken += bytes
          add(owners, bytes)
          return true
        },
        close() {
          add(owners, -taken)
          taken = 0
          isClosed = true
        },
      }
    },
  }
}

/** Until the response is over. A caller may have hung up before, and `close` comes only once. */
export function closeWith(response: ServerResponse, lease: ByteLease): void {
  if (response.closed) lease.close()
  else response.once('close', lease.close)
}
