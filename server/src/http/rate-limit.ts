// Requests per tenant and minute, and wrong keys per network. Counted in the memory of each process: no write per request.
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

/** The library rejects with its result when the points are used up; for us both are answers. */
export async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key)
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
