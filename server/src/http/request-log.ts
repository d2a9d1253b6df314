// One wide log line per request: who, what, duration and result. No bodies, no header values, no query strings.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { observeRequest } from '#observe/metrics.ts'
import { endRequestSpan, startRequestSpan } from '#observe/trace.ts'
import { HEALTH_PATH, READY_PATH } from './health.ts'
import { immediateHook } from './immediate-hook.ts'

/** Not sent as a status: the caller disconnected before the response (nginx uses the same number). */
const HUNG_UP = 499

export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('authenticationMs', 0)
  app.decorateRequest('wide')
  app.decorateRequest('response')
  app.addHook('onRequest', immediateHook(begin))
}

function begin(request: FastifyRequest, reply: FastifyReply): void {
  request.wide = {}
  request.response = reply.raw
  reply.header('x-request-id', request.id)
  startRequestSpan(request, request.method, request.headers)
  // `close` is also emitted when the caller disconnects; a response hook would not run.
  reply.raw.once('close', () => conclude(request, reply))
}

/** Requested every few seconds by the platform, and of no use in the log. */
function isProbe(route: string): boolean {
  return route === HEALTH_PATH || route === READY_PATH
}

function conclude(request: FastifyRequest, reply: FastifyReply): void {
  const { operationId } = request.routeOptions.config
  const route = operationId ?? request.routeOptions.url ?? 'unknown'
  const outcome = {
    method: request.method,
    route,
    status: reply.raw.writableFinished ? reply.statusCode : HUNG_UP,
    durationMs: Math.round(reply.elapsedTime * 100) / 100,
  }
  const level = isProbe(route) && outcome.status < 500 ? 'debug' : 'info'
  request.log[level](
    {
      method: outcome.method,
      route,
      status: outcome.status,
      duration_ms: outcome.durationMs,
      address: request.ip,
      ...request.wide,
    },
    'request',
  )
  observeRequest({ ...outcome, tenant: request.caller?.tenant.slug })
  endRequestSpan(request, outcome)
}
