// Webhooks from vendors: no key, because every message is verified by its signature over its exact bytes. Tenant, integration
// and limits are checked before the body is read, and every rejection looks the same.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createLruMap } from '#lib/lru-map.ts'
import { networkOf } from '#lib/network-of.ts'
import { Problem } from '#lib/problem.ts'
import type { ReadBody } from '../body/body-reader.ts'
import { acceptBytes } from '../json-body.ts'
import { consume, type FailedKeyLimiter, limited } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'

export type ReceivedMessage = {
  method: string
  /** With its question mark, or empty. */
  query: string
  headers: Record<string, string>
  body: Uint8Array
}

export type HooksServices<Target> = {
  hostSuffix: string | null
  /** The integration that a message is for. Throws when the tenant or the integration does not exist or is not active. */
  find: (slug: string, integrationId: string, requestId: string) => Promise<Target>
  /** Throws when the message is not accepted. */
  receive: (target: Target, message: ReceivedMessage) => Promise<void>
  readBody: ReadBody
  /** Per integration; null is no limit. */
  messagesPerMinute: number | null
  /** Per network and integration, because a vendor sends for all its customers from the same addresses. */
  failed: FailedKeyLimiter
}

export const MAX_MESSAGE_BYTES = 5 * 2 ** 20
/** Integrations that received webhooks recently. */
const MAX_KNOWN = 10_000

export async function bindHooks<Target>(
  app: FastifyInstance,
  services: HooksServices<Target>,
): Promise<void> {
  acceptBytes(app, services.readBody)
  const targets = new WeakMap<FastifyRequest, Target>()
  const find = createFinder(services)
  const count = countRefused(services)
  app.post<{ Params: { integration: string } }>('/:integration', {
    bodyLimit: MAX_MESSAGE_BYTES,
    onRequest: async (request) => void targets.set(request, await find(request)),
    handler: async (request, reply) => {
      const target = targets.get(request) as Target // set before the body was read
      const { origin } = namesOf(request, services.hostSuffix)
      await count(origin, () => services.receive(target, messageOf(request)))
      return reply.code(202).send()
    },
  })
}

/** A network that requests unknown integrations is rejected without a query, except for integrations known to exist. */
function createFinder<Target>(services: HooksServices<Target>) {
  const { failed } = services
  const limit = messageLimiter(services.messagesPerMinute)
  const count = countRefused(services)
  const known = createLruMap<true>(MAX_KNOWN)
  return async (request: FastifyRequest): Promise<Target> => {
    const { slug, integration, network, origin } = namesOf(request, services.hostSuffix)
    request.wide['tenant'] = slug
    const name = `${slug} ${integration}`
    const refusal = await failed.findRefusal(known.has(name) ? origin : network)
    if (refusal) throw refusal
    // Unverified names get no limiter of their own: each one would stay in memory for a minute.
    const target = await count(network, () => services.find(slug, integration, request.id))
    await limit(name)
    known.set(name, true)
    return target
  }
}

function namesOf(request: FastifyRequest, hostSuffix: string | null) {
  const { integration } = request.params as { integration: string } // a parameter of the path
  const slug = tenantOfHost(request.headers.host, hostSuffix) ?? ''
  const network = networkOf(request.ip)
  return { slug, integration, network, origin: `${network} ${slug} ${integration}` }
}

/** Internal failures do not count against the sender. */
function countRefused({ failed }: Pick<HooksServices<unknown>, 'failed'>) {
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Problem && error.code === 'message_refused') {
        await failed.count(name)
      }
      throw error
    }
  }
}

function messageLimiter(perMinute: number | null): (key: string) => Promise<void> {
  if (perMinute === null) return async () => undefined
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return async (key) => {
    const result = await consume(limiter, key)
    if (result.consumedPoints > perMinute) throw limited(result)
  }
}

function messageOf(request: FastifyRequest): ReceivedMessage {
  const mark = request.url.indexOf('?')
  return {
    method: request.method,
    query: mark === -1 ? '' : request.url.slice(mark),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
  }
}
