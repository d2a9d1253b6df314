// Slows down guessing, and only that. A few mistakes are free, then every further one from the same network waits twice
// as long; over all networks an account has a budget for each hour. Nobody is locked out: where the right password was
// used before, no budget counts, there is a part of it that only networks without a mistake can use, and of each part a
// larger network (/16, /48), whose owner has many small ones, gets a share.
// Counted in the memory of each process.
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { wideNetworkOf } from '#lib/network-of.ts'
import { createRecentMap } from '#lib/recent-map.ts'
import { createRisingDelay } from '#lib/rising-delay.ts'
import { consume, limited } from '../rate-limit.ts'

const HOUR_MS = 3_600_000
const FREE_MISTAKES = 5
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 900_000
/** Of one network, whatever names it tries: each costs a core for a while. */
const PER_NETWORK_AND_MINUTE = 60
const FRESH_SHARE = 0.6
/** Of the two parts, for one larger network. */
const WIDE_SHARE = { fresh: 0.2, others: 0.5 }
const MAX_NAMES = 100_000

export type Attempt = { account: string; network: string }

const WAIT = 'Too many wrong passwords; wait, then try again.'

/** `perHour` guesses at one account, over all networks; null lets everybody guess. */
export function signInThrottle(perHour: number | null, now = () => performance.now()) {
  if (perHour === null) return { enter: async () => ({ succeeded: nothing, abandoned: nothing }) }
  const delay = createRisingDelay({
    free: FREE_MISTAKES,
    firstMs: FIRST_DELAY_MS,
    longestMs: LONGEST_DELAY_MS,
    forgetMs: HOUR_MS,
    maxNames: MAX_NAMES,
    now,
  })
  const fresh = Math.max(1, Math.floor(perHour * FRESH_SHARE))
  const forFresh = createBudget(fresh, WIDE_SHARE.fresh)
  const forOthers = createBudget(Math.max(1, perHour - fresh), WIDE_SHARE.others)
  const ofNetwork = new RateLimiterMemory({ points: PER_NETWORK_AND_MINUTE, duration: 60 })
  const trusted = createRecentMap<true>(MAX_NAMES)

  return {
    async enter({ account, network }: Attempt) {
      const pair = `${account} ${network}`
      const waitMs = delay.waitMs(pair)
      if (waitMs > 0) throw limited({ msBeforeNext: waitMs }, WAIT)
      const budget = delay.failures(pair) === 0 ? forFresh : forOthers
      const wide = `${account} ${wideNetworkOf(network)}`
      const spent: [RateLimiterMemory, string][] = trusted.has(pair)
        ? []
        : [
            [ofNetwork, network],
            [budget.ofWide, wide],
            [budget.ofAccount, account],
          ]
      delay.count(pair)
      for (const [limiter, key] of spent) {
        const result = await consume(limiter, key)
        if (result.consumedPoints > limiter.points) {
          // Nobody looked at it, so it was no mistake.
          delay.takeBack(pair)
          throw limited(result, WAIT)
        }
      }
      const giveBack = async () => {
        for (const [limiter, key] of spent) await limiter.reward(key)
      }
      return {
        async succeeded() {
          delay.clear(pair)
          trusted.set(pair, true)
          await giveBack()
        },
        async abandoned() {
          delay.takeBack(pair)
          await giveBack()
        },
      }
    },
  }
}

function createBudget(points: number, wideShare: number) {
  const duration = HOUR_MS / 1_000
  const share = Math.max(1, Math.floor(points * wideShare))
  return {
    ofAccount: new RateLimiterMemory({ points, duration }),
    ofWide: new RateLimiterMemory({ points: share, duration }),
  }
}

async function nothing(): Promise<void> {}
