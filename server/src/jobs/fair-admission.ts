// Fair admission of jobs: a tenant may use as much of a worker as it leaves to the others. Alone it gets half; the more tenants
// have many jobs, the less each gets, and something is always left for the next tenant.

export type FairAdmission = {
  /** False when the tenant has used its share; its group should then get no further job. A tenant without jobs gets one. */
  admit: (job: { owner: string; group: string; size: number }) => boolean
  /** `pieces` of an owner's work have ended. */
  leave: (owner: string, pieces: number) => void
  /** Groups of tenants that have used their share. */
  listBlocked: () => string[]
}

export type FairAdmissionOptions = {
  /** Pieces of work over all tenants. */
  capacity: number
  /** A tenant that had used its share takes jobs again. */
  onRoom: () => void
}

export function createFairAdmission({ capacity, onRoom }: FairAdmissionOptions): FairAdmission {
  const held = new Map<string, number>()
  let total = 0
  /** By owner, the groups that were rejected. */
  const blocked = new Map<string, Set<string>>()
  const countOf = (owner: string) => held.get(owner) ?? 0
  const left = () => capacity - total

  /** Only once much of it is free, or each piece that ends would cause a poll of the queue. */
  function reopen(): void {
    const open = [...blocked.keys()].filter((owner) => countOf(owner) <= left() / 2)
    for (const owner of open) blocked.delete(owner)
    if (open.length > 0) onRoom()
  }

  function hasRoomFor(owner: string, size: number): boolean {
    const count = countOf(owner)
    return count === 0 ? left() > 0 : count + size <= left() - size + 1
  }

  return {
    admit({ owner, group, size }) {
      if (!hasRoomFor(owner, size)) {
        blocked.set(owner, (blocked.get(owner) ?? new Set()).add(group))
        return false
      }
      held.set(owner, countOf(owner) + size)
      total += size
      return true
    },
    leave(owner, pieces) {
      total -= pieces
      const count = countOf(owner) - pieces
      if (count > 0) held.set(owner, count)
      else held.delete(owner)
      if (blocked.size > 0) reopen()
    },
    listBlocked: () => [...blocked.values()].flatMap((groups) => [...groups]),
  }
}
