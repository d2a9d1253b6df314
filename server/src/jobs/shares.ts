// How much of a worker one tenant may have: as much as is left to the others. Alone that is half of it; the more tenants
// want much, the less each gets, and something is always left for whoever comes next.

export type Shares = {
  /** False when the tenant has its share; its group should then get no further job. One that has nothing gets a job. */
  admit: (job: { owner: string; group: string; size: number }) => boolean
  /** So many pieces of an owner's work are over. */
  leave: (owner: string, pieces: number) => void
  /** Groups of tenants that have their share. */
  listClosed: () => string[]
}

export type ShareOptions = {
  /** Pieces of work that all tenants have together. */
  room: number
  /** A tenant that had its share takes jobs again. */
  onRoom: () => void
}

export function createShares({ room, onRoom }: ShareOptions): Shares {
  const held = new Map<string, number>()
  let total = 0
  /** By owner, the groups that were refused. */
  const closed = new Map<string, Set<string>>()
  const countOf = (owner: string) => held.get(owner) ?? 0
  const left = () => room - total

  /** Not before there is room for a good many, or every piece that ends would be a question to the queue. */
  function reopen(): void {
    const open = [...closed.keys()].filter((owner) => countOf(owner) <= left() / 2)
    for (const owner of open) closed.delete(owner)
    if (open.length > 0) onRoom()
  }

  function hasRoomFor(owner: string, size: number): boolean {
    const count = countOf(owner)
    return count === 0 ? left() > 0 : count + size <= left() - size + 1
  }

  return {
    admit({ owner, group, size }) {
      if (!hasRoomFor(owner, size)) {
        closed.set(owner, (closed.get(owner) ?? new Set()).add(group))
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
      if (closed.size > 0) reopen()
    },
    listClosed: () => [...closed.values()].flatMap((groups) => [...groups]),
  }
}
