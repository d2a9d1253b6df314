// The door of messages from vendors: no key, since every message proves itself by its signature over the very bytes that
// came. What is wrong with one is answered in the same way, whatever it is.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { networkOf } from '#lib/network-of.ts'
import { consume, type FailedKeyLimiter, limited } from '../rate-limit.ts'
import { tenantOfHost } from '../tenant-host.ts'

export type ReceivedMessage = {
  method: string
  /** With its question mark, or nothing. */
  query: string
  headers: Record<string, string>
  body: Uint8Array
}

export type HooksServices = {
  hostSuffix: string | null
  /** Throws when it is not to be taken. */
  receive: (
    slug: string,
    integrationId: string,
    message: ReceivedMessage,
    requestId: string,
  ) => Promise<void>
  /** Of one integration; null is no limit. */
  messagesPerMinute: number | null
  /** Of one network to one integration: the address of a vendor is that of all its customers. */
  failed: FailedKeyLimiter
}

export const MAX_MESSAGE_BYTES = 5 * 2 ** 20

export async function bindHooks(app: FastifyInstance, services: HooksServices): Promise<void> {
  acceptBytes(app)
  const limit = messageLimiter(services.messagesPerMinute)
  app.post<{ Params: { integration: string } }>('/:integration', async (request, reply) => {
    const { integration } = request.params
    const slug = tenantOfHost(request.headers.host, services.hostSuffix) ?? ''
    request.wide['tenant'] = slug
    await limit(`${slug} ${integration}`)
    const origin = `${networkOf(request.ip)} ${slug} ${integration}`
    const refusal = await services.failed.findRefusal(origin)
    if (refusal) throw refusal
    try {
      await services.receive(slug, integration, messageOf(request), request.id)
    } catch (error) {
      await services.failed.count(origin)
      throw error
    }
    return reply.code(202).send()
  })
}

/** Signatures are over bytes: whatever the type says, nothing is parsed or decompressed. */
function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES },
    (_request, body, done) => done(null, body),
  )
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
