// Operations about the service itself.
import { API_VERSION } from '@task-service/contract'
import { openApiDocument } from '@task-service/contract/openapi'
import type { FastifyInstance } from 'fastify'
import { bindPlain, callerOf } from './route.ts'

export function bindSystemRoutes(
  app: FastifyInstance,
  version: string,
  publicUrl: string | null,
): void {
  const document = { ...openApiDocument(), ...(publicUrl && { servers: [{ url: publicUrl }] }) }
  bindPlain(app, 'system.ping', (request) => ({
    status: 200,
    body: {
      status: 'ok',
      tenant: callerOf(request).tenant.slug,
      version,
      time: new Date().toISOString(),
    },
  }))
  bindPlain(app, 'system.openapi', () => ({ status: 200, body: document }))
  addApiVersion(app)
}

export function addApiVersion(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header('api-version', API_VERSION)
    done(null, payload)
  })
}
