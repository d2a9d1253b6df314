// Gathers items that arrive while the group before them is on its way, and sends them off together.
import { createFairQueue } from './fair/fair-queue.ts'
import { Problem } from './problem.ts'

export type GroupOptions<Item, Result> = {
  /** Undefined for an item that has to go alone; rejects when none took effect. */
  send: (items: readonly Item[]) => Promise<(Result | undefined)[]>
  /** True when an item may be tried alone after this failure; false when its outcome is unknown or hopeless. */
  mayGoAlone: (error: unknown) => boolean
  maxItems: number
  /** One owner may have as many waiting as are left to the others: alone, half of these. */
  maxWaiting: number
  /** Owners take turns in a group; without it there is one. */
  ownerOf?: (item: Item) => string
  /** A group is closed before it exceeds `maxBytes`, so that large items do not delay their neighbors. */
  bytes?: { sizeOf: (item: Item) => number; max: number }
  /** Waits so long for company, where nobody waits for the answer; otherwise not at all. */
  lingerMs?: number
}

export type Group<Item, Result> = {
  /** Undefined: do this one alone. */
  submit: (item: Item) => Promise<Result | undefined>
  waiting: () => number
}

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result | undefined) => void
  reject: (error: unknown) => void
}

/**
 * No timer unless asked for: the first item leaves at the end of the current turn of the event loop, and while it is away the next
 * group fills. The busier it is, the larger the groups.
 */
export function createGroup<Item, Result>(
  options: GroupOptions<Item, Result>,
): Group<Item, Result> {
  const queue = createFairQueue<Waiting<Item, Result>>()
  const ownerOf = options.ownerOf ?? (() => '')
  let away = false

  function sendSoon(): void {
    if (options.lingerMs) setTimeout(() => void send(), options.lingerMs)
    else setImmediate(() => void send())
  }

  async function send(): Promise<void> {
    const leaving = queue.take(limitOf(options))
    try {
      const results = await options.send(leaving.map(({ item }) => item))
      for (const [index, { resolve }] of leaving.entries()) resolve(results[index])
    } catch (error) {
      // One bad item must not fail its neighbours: each finds out for itself.
      const alone = options.mayGoAlone(error)
      for (const { resolve, reject } of leaving) {
        if (alone) resolve(undefined)
        else reject(error)
      }
    }
    if (queue.size() === 0) away = false
    else if (options.lingerMs) sendSoon()
    else void send()
  }

  return {
    waiting: queue.size,
    submit(item) {
      const owner = ownerOf(item)
      const left = options.maxWaiting - queue.size()
      if (left <= 0 || (options.ownerOf && queue.sizeOf(owner) >= left)) {
        throw new Problem('overloaded', undefined, { headers: { 'retry-after': '1' } })
      }
      return new Promise((resolve, reject) => {
        queue.push(owner, { item, resolve, reject })
        if (away) return
        away = true
        sendSoon()
      })
    },
  }
}

/** True as long as the next item still fits; the first one always does. */
function limitOf<Item, Result>({ maxItems, bytes }: GroupOptions<Item, Result>) {
  let items = 0
  let total = 0
  return ({ item }: { item: Item }): boolean => {
    total += bytes?.sizeOf(item) ?? 0
    items++
    return items === 1 || (items <= maxItems && total <= (bytes?.max ?? total))
  }
}
