// How much of a worker one tenant may have: as many jobs as are left to the others. Alone that is half of it; the more
// tenants want much, the less each gets, and something is always left for whoever comes next.

export type Shares = {
  /** False when the tenant has its share; its group should then get no further job. */
  admit: (job: { id: string; owner: string; group: string }) => boolean
  /** The job is over; one that was not admitted makes no difference. */
  leave: (id: string) => void
  /** Groups of tenants that have their share. */
  listClosed: () => string[]
}

export type ShareOptions = {
  /** Jobs that all tenants have together. */
  room: number
  /** A tenant that had its share takes jobs again. */
  onRoom: () => void
}

export function createShares({ room, onRoom }: ShareOptions): Shares {
  const owners = new Map<string, string>()
  const held = new Map<string, number>()
  /** By owner, the groups that were refused. */
  const closed = new Map<string, Set<string>>()
  const countOf = (owner: string) => held.get(owner) ?? 0
  const left = () => room - owners.size

  /** Not before there is room for a good many, or every job that ends would be a question to the queue. */
  function reopen(): void {
    const open = [...closed.keys()].filter((owner) => countOf(owner) <= left() / 2)
    for (const owner of open) closed.delete(owner)
    if (open.length > 0) onRoom()
  }

  return {
    admit({ id, owner, group }) {
      const count = countOf(owner)
      if (count >= left()) {
        closed.set(owner, (closed.get(owner) ?? new Set()).add(group))
        return false
      }
      owners.set(id, owner)
      held.set(owner, count + 1)
      return true
    },
    leave(id) {
      const owner = owners.get(id)
      if (owner === undefined) return
      owners.delete(id)
      const count = countOf(owner) - 1
      if (count > 0) held.set(owner, count)
      else held.delete(owner)
      reopen()
    },
    listClosed: () => [...closed.values()].flatMap((groups) => [...groups]),
  }
}
