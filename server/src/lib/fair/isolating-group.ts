// A group shared by several owners. An owner that is busy, or whose items made the group fail, gets a separate group for a
// while, so that it does not delay other owners.
import { isRepeatable, isUnavailable, TenantMoving } from '../database-failure.ts'
import { createGroup, type Group, type GroupOptions } from '../group.ts'
import { createLruMap } from '../lru-map.ts'
import { Problem } from '../problem.ts'

export type IsolatingGroupOptions<Item, Result> = Pick<
  GroupOptions<Item, Result>,
  'maxItems' | 'maxWaiting' | 'bytes' | 'concurrency'
> & {
  ownerOf: (item: Item) => string
  /** Must not wait for any owner: returns `busy` for an item that would have to, undefined for one to be sent alone. */
  sendTogether: (items: readonly Item[]) => Promise<({ result: Result } | 'busy' | undefined)[]>
  /** Items of one owner; may wait for it. */
  sendSeparately: (owner: string, items: readonly Item[]) => Promise<(Result | undefined)[]>
}

/** A lock that another process holds for its own group is usually free by the next attempt. */
const MAX_TRIES_TOGETHER = 3
/** How long an owner stays in its own group before its items go to the shared one again. */
const SEPARATE_MS = 1_000
/** The same for an owner whose items failed. */
const ISOLATED_MS = 60_000
const MAX_ISOLATED = 10_000

/** After that, an item does not wait for another connection: with the wait of the group before it, its caller gets 503 too late. */
const FAILS_TOGETHER_AFTER_MS = 500

/** The items were not at fault: the database was unavailable, or the owner exceeds its share. */
const isRefused = (error: unknown) =>
  isUnavailable(error) || error instanceof Problem || error instanceof TenantMoving

/** A lost race was rolled back; after a lost connection the outcome is unknown, and a rejection is passed on. */
const wasRolledBack = (error: unknown) => isRepeatable(error) || !isRefused(error)

export function createIsolatingGroup<Item, Result>(
  options: IsolatingGroupOptions<Item, Result>,
): Group<Item, Result> {
  const { ownerOf } = options
  const separate = createSeparateGroups(options)
  const shared = createGroup<Item, { result: Result } | 'busy' | 'failed'>({
    ...options,
    failsTogetherAfterMs: FAILS_TOGETHER_AFTER_MS,
    mayGoAlone: () => false,
    async send(items) {
      try {
        return await options.sendTogether(items)
      } catch (error) {
        // Only the tenant that is being moved is left out; the others try again together.
        if (error instanceof TenantMoving) {
          return items.map((item) => (ownerOf(item) === error.tenantId ? 'failed' : 'busy'))
        }
        if (!wasRolledBack(error)) throw error
        return items.map(() => 'failed')
      }
    },
  })
  return {
    waiting: () => shared.waiting() + separate.waiting(),
    async submit(item) {
      for (let attempt = 1; attempt <= MAX_TRIES_TOGETHER; attempt++) {
        if (separate.has(ownerOf(item))) break
        const outcome = await shared.submit(item)
        if (outcome === 'failed') break
        if (outcome !== 'busy') return outcome?.result
      }
      return separate.submit(item)
    },
  }
}

type OwnGroup<Item, Result> = Group<Item, Result> & { pending: number; since: number }

function createSeparateGroups<Item, Result>(options: IsolatingGroupOptions<Item, Result>) {
  const groups = new Map<string, OwnGroup<Item, Result>>()
  /** Until when, by owner. */
  const isolated = createLruMap<number>(MAX_ISOLATED)

  function openGroup(owner: string): OwnGroup<Item, Result> {
    const { maxItems, maxWaiting, bytes } = options
    const group = createGroup<Item, Result>({
      maxItems,
      maxWaiting,
      ...(bytes && { bytes }),
      failsTogetherAfterMs: FAILS_TOGETHER_AFTER_MS,
      mayGoAlone: wasRolledBack,
      async send(items) {
        try {
          return await options.sendSeparately(owner, items)
        } catch (error) {
          if (!isRefused(error)) isolated.set(owner, performance.now() + ISOLATED_MS)
          if (error instanceof TenantMoving) isolated.set(owner, performance.now() + SEPARATE_MS)
          throw error
        }
      },
    })
    const own = { ...group, pending: 0, since: performance.now() }
    groups.set(owner, own)
    return own
  }

  return {
    waiting: () => [...groups.values()].reduce((sum, group) => sum + group.waiting(), 0),
    /** Whether items of this owner should come here directly. */
    has(owner: string): boolean {
      const own = groups.get(owner)
      if (own && performance.now() - own.since < SEPARATE_MS) return true
      return performance.now() < (isolated.get(owner) ?? 0)
    },
    async submit(item: Item): Promise<Result | undefined> {
      const owner = options.ownerOf(item)
      const own = groups.get(owner) ?? openGroup(owner)
      // The shared group sent it here again, so the isolation is still needed.
      if (performance.now() - own.since >= SEPARATE_MS) own.since = performance.now()
      own.pending++
      try {
        return await own.submit(item)
      } finally {
        if (--own.pending === 0) groups.delete(owner)
      }
    },
  }
}
