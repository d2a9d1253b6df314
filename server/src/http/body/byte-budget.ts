// A byte budget shared by many owners. One owner never holds more than what is still free, so a single greedy owner gets
// half of it and leaves the other half to everyone else (dynamic thresholds, as in shared switch buffers).
import type { ServerResponse } from 'node:http'

export type ByteLease = {
  /** False, and nothing is taken, when it would exceed the budget or the share of one of the owners. */
  grow: (bytes: number) => boolean
  /** Returns everything. A closed lease does not grow again, and a second call has no effect. */
  close: () => void
}

export type ByteBudget = {
  /**
   * Counts for each of the owners. The first bytes of all leases of one of the `smallOwners` together are at most what is
   * still free: thousands of small leases of one owner must not take everything either.
   */
  open: (owners: readonly string[], smallOwners?: readonly string[]) => ByteLease
  heldBytes: () => number
  /** Since the start of the process. */
  refusedCount: () => number
}

export function createByteBudget(options: {
  totalBytes: number
  /** The first bytes of each lease are outside of the share, so that small work passes an owner that has used it up. */
  freeBytesPerLease: number
}): ByteBudget {
  const { totalBytes, freeBytesPerLease } = options
  const byOwner = new Map<string, number>()
  /** Of the first bytes. */
  const smallByOwner = new Map<string, number>()
  let held = 0
  let refused = 0

  function fits(lease: Owners, before: number, bytes: number): boolean {
    const free = totalBytes - held
    const hasRoom = (counts: ReadonlyMap<string, number>) => (owner: string) =>
      (counts.get(owner) ?? 0) + bytes <= free
    if (bytes > free) return false
    if (before + bytes <= freeBytesPerLease) return lease.small.every(hasRoom(smallByOwner))
    return lease.all.every(hasRoom(byOwner))
  }

  /** From one size of a lease to another. */
  function change(lease: Owners, before: number, after: number): void {
    const smallBefore = Math.min(before, freeBytesPerLease)
    const smallAfter = Math.min(after, freeBytesPerLease)
    held += after - before
    add(byOwner, lease.all, after - before)
    add(smallByOwner, lease.small, smallAfter - smallBefore)
  }

  return {
    heldBytes: () => held,
    refusedCount: () => refused,
    open(all, small = all) {
      const lease = { all, small }
      let taken = 0
      let isClosed = false
      return {
        grow(bytes) {
          if (isClosed) return false
          if (!fits(lease, taken, bytes)) {
            refused++
            return false
          }
          change(lease, taken, taken + bytes)
          taken += bytes
          return true
        },
        close() {
          change(lease, taken, 0)
          taken = 0
          isClosed = true
        },
      }
    },
  }
}

type Owners = { all: readonly string[]; small: readonly string[] }

function add(counts: Map<string, number>, owners: readonly string[], bytes: number): void {
  for (const owner of owners) {
    const now = (counts.get(owner) ?? 0) + bytes
    if (now > 0) counts.set(owner, now)
    else counts.delete(owner)
  }
}

/** Until the response is over. A caller may have disconnected before, and `close` is emitted only once. */
export function closeWith(response: ServerResponse, lease: ByteLease): void {
  if (response.closed) lease.close()
  else response.once('close', lease.close)
}
