// A queue that several owners share: whoever has much in it waits for itself, not the others for it.

export type FairQueue<Item> = {
  size: () => number
  sizeOf: (owner: string) => number
  push: (owner: string, item: Item) => void
  /** One of each owner in turn, the oldest first, until `accept` refuses. It is always asked about the next one. */
  take: (accept: (item: Item) => boolean) => Item[]
}

export function createFairQueue<Item>(): FairQueue<Item> {
  /** In the order of their turns. */
  const lines = new Map<string, Item[]>()
  let size = 0
  return {
    size: () => size,
    sizeOf: (owner) => lines.get(owner)?.length ?? 0,
    push(owner, item) {
      const line = lines.get(owner)
      if (line) line.push(item)
      else lines.set(owner, [item])
      size++
    },
    take(accept) {
      const taken: Item[] = []
      for (const [owner, line] of lines) {
        const [item] = line
        if (item === undefined || !accept(item)) break
        taken.push(item)
        line.shift()
        size--
        // A map is walked in the order of its entries, also through those that are added on the way.
        lines.delete(owner)
        if (line.length > 0) lines.set(owner, line)
      }
      return taken
    },
  }
}
