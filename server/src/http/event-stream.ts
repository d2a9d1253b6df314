// The one response that stays open: server-sent events (HTML Living Standard §9.2) over HTTP.
import { Readable } from 'node:stream'
import type { EventStreamQuery } from '@task-service/contract'
import { operations } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compileInput } from './input.ts'
import { refuseBody } from './json-body.ts'
import { callerOf, routerPath } from './route.ts'

export type EventStreamServices = {
  open: (request: {
    tenant: { id: string; slug: string }
    cursor: string | undefined
    types: EventStreamQuery['type']
    isAuthorized: () => Promise<boolean>
    signal: AbortSignal
  }) => Promise<AsyncGenerator<string, void, void>>
  /** Whether the key of the request is still valid. */
  isAuthorized: (request: FastifyRequest) => Promise<boolean>
  /** An open stream does not count as in flight. */
  release: (reply: FastifyReply) => void
  /** Called before the server stops: open streams would delay it. */
  stop: () => void
}

const ID = 'events.stream'

const BUFFER_BYTES = 64 * 1024

export function bindEventStream(app: FastifyInstance, services: EventStreamServices): void {
  const { method, path } = operations[ID]
  const readInput = compileInput(operations[ID])
  app.addHook('preClose', async () => services.stop())
  app.route({
    method,
    url: routerPath(path),
    config: { operationId: ID },
    onRequest: refuseBody,
    handler: async (request, reply) => {
      const { query } = readInput(request)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const pieces = await services.open({
        tenant: callerOf(request).tenant,
        // A browser reconnects to the original URL and sends this header, which is the newer of the two.
        cursor: lastEventId(request) ?? query.after,
        types: query.type,
        isAuthorized: tolerant(() => services.isAuthorized(request)),
        signal: gone.signal,
      })
      // Makes proxies pass data on without buffering, and caches store nothing.
      reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      reply.type('text/event-stream; charset=utf-8')
      if (request.method === 'HEAD') return reply.send('')
      services.release(reply)
      return reply.send(Readable.from(pieces, { objectMode: false, highWaterMark: BUFFER_BYTES }))
    },
  })
}

function lastEventId(request: FastifyRequest): string | undefined {
  const header = request.headers['last-event-id']
  return typeof header === 'string' && header !== '' ? header : undefined
}

/** How long a revoked key may stay in use while it cannot be checked. */
const UNCONFIRMED_MS = 40_000

/** Streams survive a short database outage: nothing can be read in the meantime. */
function tolerant(ask: () => Promise<boolean>): () => Promise<boolean> {
  let confirmedAt = performance.now()
  return async () => {
    try {
      const isAuthorized = await ask()
      confirmedAt = performance.now()
      return isAuthorized
    } catch {
      return performance.now() - confirmedAt < UNCONFIRMED_MS
    }
  }
}
