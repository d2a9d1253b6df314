// Headers that restrict what browsers and caches may do with a response, for every path.
import { type Operation, operations } from '@task-service/contract'
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

/**
 * Tenant data stays out of shared caches. A client may cache a response with an ETag, if it revalidates each time. An error
 * is not cached; see problems.ts.
 */
export function keepOutOfCaches(api: FastifyInstance): void {
  const table: Record<string, Operation> = operations
  const tagged = new Set(Object.keys(table).filter((id) => table[id]?.ifNoneMatch === true))
  api.addHook(
    'onRequest',
    immediateHook((request, reply) => {
      const { operationId = '' } = request.routeOptions.config
      reply.header('cache-control', tagged.has(operationId) ? 'private, no-cache' : 'no-store')
    }),
  )
}
