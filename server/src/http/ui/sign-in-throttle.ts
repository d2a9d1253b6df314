// Slows down password guessing only. A few mistakes are free, then every further one from the same network doubles the wait.
// Networks from which a user never signed in share an hourly budget per user: knowing a username is enough to use it up, so
// it does not apply to networks where the user signed in before. Part of it is reserved for networks without a mistake, and
// a larger network (/16, /48), whose owner has many small ones, gets a share of each part.
// Counted in the memory of each process; the networks of earlier sign-ins are in the database.

import { createKeyedBackoff } from '#lib/limits/keyed-backoff.ts'
import {
  type BudgetWindow,
  createWindowBudget,
  refund,
  type WindowBudget,
} from '#lib/limits/window-budget.ts'
import { createLruMap } from '#lib/lru-map.ts'
import { wideNetworkOf } from '#lib/network-of.ts'
import { limited } from '../rate-limit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const MAX_NAMES = 100_000
const BACKOFF = {
  free: 5,
  firstMs: 1_000,
  maxMs: 900_000,
  forgetMs: HOUR_MS,
  maxNames: MAX_NAMES,
}
/** Per network, whatever names it tries: each attempt costs a core for a while. */
const PER_NETWORK_AND_MINUTE = 60
const FRESH_SHARE = 0.6
/** Share of the two parts for one larger network; at least some attempts if the budget is small. */
const WIDE = { fresh: { share: 0.02, least: 3 }, others: { share: 0.1, least: 10 } }

export type Attempt = {
  account: string
  network: string
  /** Networks of earlier sign-ins. Read only when the budget is used up, at most once a minute. */
  readNetworks: () => Promise<readonly string[]>
}

const WAIT = 'Too many failed sign-in attempts. Wait a while, then try again.'

/** `perHour` guesses at one account from networks where it never signed in; null disables the throttle. */
export function signInThrottle(perHour: number | null, now = () => performance.now()) {
  if (perHour === null) return { enter: async () => ({ succeeded: nothing, abandoned: nothing }) }
  const backoff = createKeyedBackoff({ ...BACKOFF, now })
  const budgets = createBudgets(perHour, now)
  const isKnown = createKnownNetworks(now)
  const trusted = createLruMap<true>(MAX_NAMES)
  const charges = createLruMap<BudgetWindow[]>(MAX_NAMES)

  async function charge(attempt: Attempt, pair: string, isFresh: boolean): Promise<BudgetWindow[]> {
    if (trusted.has(pair)) return []
    const { ofNetwork, ofAccount } = budgets.listFor(attempt, isFresh)
    const networkWaitMs = waitMsOf(ofNetwork)
    if (networkWaitMs > 0) throw limited({ msBeforeNext: networkWaitMs }, WAIT)
    const accountWaitMs = waitMsOf(ofAccount)
    if (accountWaitMs > 0) {
      // Charged, because it costs a query.
      chargeAll(ofNetwork)
      if (!(await isKnown(attempt))) throw limited({ msBeforeNext: accountWaitMs }, WAIT)
      trusted.set(pair, true)
      return []
    }
    const charged = chargeAll([...ofNetwork, ...ofAccount])
    const earlier = (charges.get(pair) ?? []).filter(({ endsAt }) => now() < endsAt)
    charges.set(pair, [...earlier, ...charged])
    return charged
  }

  return {
    async enter(attempt: Attempt) {
      const pair = `${attempt.account} ${attempt.network}`
      const waitMs = backoff.waitMs(pair)
      if (waitMs > 0) throw limited({ msBeforeNext: waitMs }, WAIT)
      const isFresh = backoff.failures(pair) === 0
      backoff.count(pair)
      const charged = await charge(attempt, pair, isFresh).catch((error: unknown) => {
        // The password was not checked, so it was no mistake.
        backoff.undo(pair)
        throw error
      })
      return {
        async succeeded() {
          backoff.clear(pair)
          trusted.set(pair, true)
          refund(charges.get(pair) ?? [])
          charges.delete(pair)
        },
        async abandoned() {
          backoff.undo(pair)
          refund(takeOut(charges.get(pair) ?? [], charged))
        },
      }
    },
  }
}

/** Those of `some` that are still in `list`: a concurrent successful sign-in has already refunded the others. */
function takeOut(list: BudgetWindow[], some: readonly BudgetWindow[]): BudgetWindow[] {
  return some.flatMap((window) => {
    const index = list.indexOf(window)
    return index < 0 ? [] : list.splice(index, 1)
  })
}

type Charge = readonly [WindowBudget, string]

const waitMsOf = (list: readonly Charge[]) =>
  Math.max(...list.map(([budget, name]) => budget.waitMs(name)))

const chargeAll = (list: readonly Charge[]) => list.map(([budget, name]) => budget.charge(name))

function createBudgets(perHour: number, now: () => number) {
  const bounds = { maxNames: MAX_NAMES, now }
  const network = createWindowBudget({
    points: PER_NETWORK_AND_MINUTE,
    windowMs: MINUTE_MS,
    ...bounds,
  })
  const createPart = (points: number, wide: { share: number; least: number }) => {
    const share = Math.max(wide.least, Math.floor(points * wide.share))
    return {
      ofAccount: createWindowBudget({ points, windowMs: HOUR_MS, ...bounds }),
      ofWide: createWindowBudget({ points: share, windowMs: HOUR_MS, ...bounds }),
    }
  }
  const freshPoints = Math.max(1, Math.floor(perHour * FRESH_SHARE))
  const fresh = createPart(freshPoints, WIDE.fresh)
  const others = createPart(Math.max(1, perHour - freshPoints), WIDE.others)
  return {
    listFor(attempt: Attempt, isFresh: boolean): { ofNetwork: Charge[]; ofAccount: Charge[] } {
      const part = isFresh ? fresh : others
      const wide = `${attempt.account} ${wideNetworkOf(attempt.network)}`
      return {
        ofNetwork: [[network, attempt.network]],
        ofAccount: [
          [part.ofWide, wide],
          [part.ofAccount, attempt.account],
        ],
      }
    },
  }
}

/** Whether the user signed in from this network before; attackers cause at most one query a minute per user. */
function createKnownNetworks(now: () => number) {
  const known = createLruMap<{ networks: Promise<readonly string[]>; readAt: number }>(10_000)
  return async ({ account, network, readNetworks }: Attempt): Promise<boolean> => {
    const read = known.get(account)
    if (read && now() - read.readAt < MINUTE_MS) return (await read.networks).includes(network)
    const networks = readNetworks()
    known.set(account, { networks, readAt: now() })
    try {
      return (await networks).includes(network)
    } catch (error) {
      known.delete(account)
      throw error
    }
  }
}

async function nothing(): Promise<void> {}
