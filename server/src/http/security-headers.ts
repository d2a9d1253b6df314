// Headers that tell browsers and caches what not to do with a response, whichever path it is of.
import { type AnyOperationId, type Operation, operations } from '@task-service/contract'
import type { FastifyInstance } from 'fastify'
import { immediateHook } from './immediate-hook.ts'

/** Before anything can refuse, so that refusals have them too. */
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

/** The data of a tenant stays out of shared caches. A reader may keep what has an ETag, if it asks each time. */
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
