// A queue shared by several owners: an owner with many items waits behind its own items and does not delay others.

export type FairQueue<Item> = {
  size: () => number
  sizeOf: (owner: string) => number
  hasOthers: (owner: string) => boolean
  push: (owner: string, item: Item) => void
  /** One item per owner in turn, the oldest first, until `accept` returns false. `accept` always gets the next item. */
  take: (accept: (item: Item) => boolean) => Item[]
  /** The oldest item of the next owner that may proceed; a blocked owner keeps its turn. */
  takeNext: (mayGo: (owner: string) => boolean) => Item | undefined
  /** Whether `takeNext` would return an item. */
  hasNext: (mayGo: (owner: string) => boolean) => boolean
  /** At the head of its owner's queue, for an item that was taken and has to be retried. */
  putBack: (owner: string, item: Item) => void
  /** Whether it was there. */
  remove: (owner: string, item: Item) => boolean
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns. */
  const lines = new Map<string, Item[]>()
  let size = 0
  const sizeOf = (owner: string) => lines.get(owner)?.length ?? 0

  function lineOf(owner: string): Item[] {
    const line = lines.get(owner) ?? []
    if (line.length === 0) lines.set(owner, line)
    return line
  }

  function takeFirst(owner: string, line: Item[]): Item | undefined {
    size--
    const item = line.shift()
    // A Map iterates in insertion order, including entries added during the iteration.
    lines.delete(owner)
    if (line.length > 0) lines.set(owner, line)
    return item
  }

  return {
    size: () => size,
    sizeOf,
    hasOthers: (owner) => size > sizeOf(owner),
    push(owner, item) {
      lineOf(owner).push(item)
      size++
    },
    putBack(owner, item) {
      lineOf(owner).unshift(item)
      size++
    },
    remove(owner, item) {
      const line = lines.get(owner)
      const place = line?.indexOf(item) ?? -1
      if (!line || place < 0) return false
      line.splice(place, 1)
      size--
      if (line.length === 0) lines.delete(owner)
      return true
    },
    hasNext: (mayGo) => lines.keys().some((owner) => mayGo(owner)),
    takeNext(mayGo) {
      for (const [owner, line] of lines) if (mayGo(owner)) return takeFirst(owner, line)
      return undefined
    },
    take(accept) {
      const taken: Item[] = []
      for (const [owner, line] of lines) {
        const [item] = line
        if (item === undefined || !accept(item)) break
        taken.push(item)
        takeFirst(owner, line)
      }
      return taken
    },
  }
}
