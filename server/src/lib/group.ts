// Collects items that arrive while the previous group is in flight, and sends them together.
import { isUnavailable } from './database-failure.ts'
import { createFairQueue } from './fair/fair-queue.ts'
import { Problem } from './problem.ts'
import { afterWait, earlierWaitMs } from './time/earlier-wait.ts'

export type GroupOptions<Item, Result> = {
  /** Undefined for an item to be sent alone; rejects when none took effect. */
  send: (items: readonly Item[]) => Promise<(Result | undefined)[]>
  /** True when an item may be retried alone after this failure; false when its outcome is unknown or a retry is useless. */
  mayGoAlone: (error: unknown) => boolean
  maxItems: number
  /** One owner may have as many waiting as it leaves to the others: half of these when it is alone. */
  maxWaiting: number
  /** Owners take turns in a group; by default there is a single owner. */
  ownerOf?: (item: Item) => string
  /** A group is closed before it exceeds `max` bytes, so that large items do not delay others. */
  bytes?: { sizeOf: (item: Item) => number; max: number }
  /** How many groups may be in flight, so that one is prepared while another is committed; by default one. */
  concurrency?: number
  /** How long to wait for further items, for callers that need no fast result; by default not at all. */
  lingerMs?: number
  /**
   * Items that have waited this long behind a group that failed because the database was unavailable fail with it: in a
   * group of their own, their callers could wait twice as long.
   */
  failsTogetherAfterMs?: number
}

export type Group<Item, Result> = {
  /** Undefined: process this item alone. */
  submit: (item: Item) => Promise<Result | undefined>
  waiting: () => number
}

type Waiting<Item, Result> = {
  item: Item
  /** When its caller began to wait. */
  sinceMs: number
  resolve: (result: Result | undefined) => void
  reject: (error: unknown) => void
}

/**
 * No timer without `lingerMs`: the first item is sent at the end of the current event loop turn, and while it is in
 * flight the next group fills. The higher the load, the larger the groups.
 */
export function createGroup<Item, Result>(
  options: GroupOptions<Item, Result>,
): Group<Item, Result> {
  const queue = createFairQueue<Waiting<Item, Result>>()
  const ownerOf = options.ownerOf ?? (() => '')
  const concurrency = options.concurrency ?? 1
  let inFlight = 0
  /** Why the last group failed, if the database was unavailable. */
  let outage: unknown

  function sendSoon(): void {
    if (options.lingerMs) setTimeout(() => void send(), options.lingerMs)
    else setImmediate(() => void send())
  }

  async function send(): Promise<void> {
    const taken = queue.take(limitOf(options))
    const leaving = outage === undefined ? taken : failOld(taken, outage, options)
    // Another group has taken them, or they failed together with the last one.
    if (leaving.length === 0) {
      if (queue.size() > 0) return void send()
      inFlight--
      return
    }
    try {
      const sent = leaving.map(({ item }) => item)
      const results = await afterWait(longestWaitMs(leaving), () => options.send(sent))
      outage = undefined
      for (const [index, { resolve }] of leaving.entries()) resolve(results[index])
    } catch (error) {
      outage = isUnavailable(error) ? error : undefined
      // One bad item must not fail the others: each is retried alone.
      const alone = options.mayGoAlone(error)
      for (const { resolve, reject } of leaving) {
        if (alone) resolve(undefined)
        else reject(error)
      }
    }
    if (queue.size() === 0) inFlight--
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
        queue.push(owner, { item, sinceMs: performance.now() - earlierWaitMs(), resolve, reject })
        if (inFlight >= concurrency) return
        inFlight++
        sendSoon()
      })
    },
  }
}

/** Of those who wait for a group; what they wait for now adds to it. */
function longestWaitMs(items: readonly { sinceMs: number }[]): number {
  return performance.now() - Math.min(...items.map(({ sinceMs }) => sinceMs))
}

/** Returns the others. */
function failOld<Item, Result>(
  items: readonly Waiting<Item, Result>[],
  outage: unknown,
  { failsTogetherAfterMs = Number.POSITIVE_INFINITY }: GroupOptions<Item, Result>,
): readonly Waiting<Item, Result>[] {
  const before = performance.now() - failsTogetherAfterMs
  for (const { sinceMs, reject } of items) if (sinceMs <= before) reject(outage)
  return items.filter(({ sinceMs }) => sinceMs > before)
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
