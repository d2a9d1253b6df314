// Requests and claimed tasks per tenant and minute, and wrong keys per network. Counted in the memory of each process: no write per request.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from './immediate-hook.ts'

const WINDOW_SECONDS = 60

export function limited(result: Pick<RateLimiterRes, 'msBeforeNext'>, detail?: string): Problem {
  const seconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000))
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(seconds) } })
}

export function tenantLimiter(perMinute: number | null) {
  if (perMinute === null) return immediateHook(() => undefined)
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  const policy = `"default";q=${perMinute};w=${WINDOW_SECONDS}`
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.caller) return
    const result = await consume(limiter, request.caller.tenant.id)
    const left = Math.max(0, result.remainingPoints)
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"default";r=${left};t=${Math.ceil(result.msBeforeNext / 1000)}`)
    if (result.consumedPoints > perMinute) throw overLimit(result, perMinute)
  }
}

function overLimit(result: RateLimiterRes, perMinute: number): Problem {
  const detail = `The limit of ${perMinute.toLocaleString('en')} requests per minute is reached (SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE). Retry after \`Retry-After\` seconds.`
  return limited(result, detail)
}

export type ClaimLimiter = {
  /** Rejects a claim of a tenant that has used up its tasks of this minute. */
  check(tenantId: string): Promise<void>
  count(tenantId: string, tasks: number): Promise<void>
}

/**
 * One request claims up to 20 tasks, each with its own writes and event. As many tasks as requests: an agent that completes
 * what it claims needs a request per task, and reaches the limit of requests first.
 */
export function claimLimiter(perMinute: number | null): ClaimLimiter {
  if (perMinute === null) return { check: async () => {}, count: async () => {} }
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  return {
    async check(tenantId) {
      const result = await limiter.get(tenantId)
      if (!result || result.consumedPoints < perMinute) return
      throw limited(
        result,
        `The limit of ${perMinute.toLocaleString('en')} claimed tasks per minute is reached (SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE). Retry after \`Retry-After\` seconds.`,
      )
    },
    async count(tenantId, tasks) {
      if (tasks > 0) await consume(limiter, tenantId, tasks)
    },
  }
}

/** The library rejects with its result when the points are used up; for us both are answers. */
export async function consume(
  limiter: RateLimiterMemory,
  key: string,
  points = 1,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points)
  } catch (result) {
    if (result instanceof RateLimiterRes) return result
    throw result
  }
}

export type FailedKeyLimiter = {
  /** What to answer a wrong key of this origin, a network or a part of it, once it has used up its tries. */
  findRefusal(origin: string): Promise<Problem | undefined>
  count(origin: string): Promise<void>
}

export function failedKeyLimiter(
  perMinute: number | null,
  credential = 'API key',
): FailedKeyLimiter {
  if (perMinute === null) return { findRefusal: async () => undefined, count: async () => {} }
  const limiter = new RateLimiterMemory({ points: perMinute, duration: WINDOW_SECONDS })
  return {
    async findRefusal(origin) {
      const result = await limiter.get(origin)
      if (!result || result.consumedPoints < perMinute) return undefined
      return limited(
        result,
        `Too many requests with a wrong ${credential} from this network (/24 for IPv4, /64 for IPv6). Wait \`Retry-After\` seconds and check the ${credential}.`,
      )
    },
    async count(origin) {
      await consume(limiter, origin)
    },
  }
}
