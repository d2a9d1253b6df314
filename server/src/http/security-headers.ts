// Headers that restrict what browsers and caches may do with a response, for every path.
import { type AnyOperationId, type Operation, operations } from '@task-service/contract'
import type { FastifyInstance } from 'fastify'
import { immediateHook } from './immediate-hook.ts'

/** Set before anything can reject the request, so that errors have them too. */
export function addSecurityHeaders(app: FastifyInstance, hstsMs: number | null): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    ...(hstsMs !== null && {
      'strict-transport-security': `max-age=${Math.floor(hstsMs / 1_000)}`,
    }),
  }
  app.addHook(
    'onRequest',
    immediateHook((_request, reply) => void reply.headers(headers)),
  )
}

/** Tenant data stays out of shared caches. A client may cache a response with an ETag, if it revalidates each time. */
export function keepOutOfCaches(api: FastifyInstance): void {
  const table: Partial<Record<AnyOperationId, Operation>> = operations
  api.addHook(
    'onRequest',
    immediateHook((_request, reply) => void reply.header('cache-control', 'no-store')),
  )
  api.addHook('onSend', (request, reply, _payload, done) => {
    const { operationId } = request.routeOptions.config
    const hasTag = operationId !== undefined && table[operationId]?.ifNoneMatch === true
    if (hasTag && reply.statusCode < 400) reply.header('cache-control', 'private, no-cache')
    done()
  })
}
