// GitHub's two limits: requests per hour, reported in headers, and writes per minute, reported only when exceeded.
import { type Answer, refused } from './answers.ts'

export type Limits = {
  /** Counts a request and says how it is refused, if it is. */
  take: (isWrite: boolean) => Answer | undefined
  headers: () => Record<string, string>
  overview: () => object
  set: (limits: Partial<LimitSettings>) => void
}

export type LimitSettings = {
  remaining: number
  resetInSeconds: number
  writesPerMinute: number | null
}

const limit = 5_000

const nowSeconds = (): number => Math.floor(Date.now() / 1_000)

export function createLimits(): Limits {
  const state = { remaining: limit, reset: nowSeconds() + 3_600 }
  let writesPerMinute: number | null = null
  let writes: number[] = []

  const refill = (): void => {
    if (nowSeconds() < state.reset) return
    state.remaining = limit
    state.reset = nowSeconds() + 3_600
  }
  const facts = (): { limit: number; remaining: number; reset: number; used: number } => ({
    limit,
    ...state,
    used: limit - state.remaining,
  })
  return {
    take(isWrite) {
      refill()
      if (state.remaining <= 0) return refused(403, 'API rate limit exceeded for user ID 100.')
      state.remaining -= 1
      if (!isWrite || writesPerMinute === null) return undefined
      writes = writes.filter((at) => at > Date.now() - 60_000)
      if (writes.length >= writesPerMinute) {
        const text =
          'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
        return { ...refused(403, text), headers: { 'retry-after': '60' } }
      }
      writes.push(Date.now())
      return undefined
    },
    headers() {
      const pairs = Object.entries(facts()).map(([name, value]) => [
        `x-ratelimit-${name}`,
        String(value),
      ])
      return { ...Object.fromEntries(pairs), 'x-ratelimit-resource': 'core' } as Record<
        string,
        string
      > // pairs of text
    },
    overview: () => ({ resources: { core: facts(), search: facts() }, rate: facts() }),
    set({ remaining, resetInSeconds, writesPerMinute: writing }) {
      if (remaining !== undefined) state.remaining = remaining
      if (resetInSeconds !== undefined) state.reset = nowSeconds() + resetInSeconds
      if (writing !== undefined) writesPerMinute = writing
    },
  }
}
