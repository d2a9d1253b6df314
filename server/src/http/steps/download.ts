// Files that are generated while they are sent, so that the first line arrives early and memory use is bounded.
import { Readable } from 'node:stream'
import { type Operation, type OperationId, operations } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compileInput } from '../input.ts'
import { refuseBody } from '../json-body.ts'
import {
  callerOf,
  contextOf,
  type Download,
  type Downloads,
  type InTenant,
  type RouteServices,
  routerPath,
} from '../route.ts'

type Services = Pick<
  RouteServices,
  'read' | 'cursorSecret' | 'freshnessSecret' | 'keyring' | 'limits'
> & {
  /** From now on the reader decides how long the response takes. */
  stopTiming: (reply: FastifyReply) => void
}

const BUFFER_BYTES = 64 * 1024

export function bindDownloads(
  app: FastifyInstance,
  downloads: Downloads,
  services: Services,
): void {
  for (const [name, start] of Object.entries(downloads)) {
    const id = name as OperationId // the names of Downloads are operations
    bindDownload(app, id, start as never, services) // its type is that of its name
  }
}

type Start = (inTenant: InTenant, input: unknown) => Download

function bindDownload(app: FastifyInstance, id: OperationId, start: Start, services: Services) {
  const operation: Operation = operations[id]
  const readInput = compileInput(operation)
  app.route({
    method: operation.method,
    url: routerPath(operation.path),
    config: { operationId: id },
    onRequest: refuseBody,
    handler: async (request, reply) => {
      const { type, name, pieces } = start(inTenantOf(request, services), readInput(request))
      reply.type(`${type}; charset=utf-8`).headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${callerOf(request).tenant.slug}-${name}"`,
      })
      if (request.method === 'HEAD') return reply.send('')
      // Before the headers are sent a failure becomes an error response; later it aborts the transfer.
      const first = await pieces.next()
      if (first.done) return reply.send('')
      services.stopTiming(reply)
      const file = prepend(first.value, pieces)
      return reply.send(Readable.from(file, { objectMode: false, highWaterMark: BUFFER_BYTES }))
    },
  })
}

function inTenantOf(request: FastifyRequest, services: Services): InTenant {
  return (work) =>
    services.read(callerOf(request).tenant.id, (tx) =>
      work(contextOf(request, services, tx, new Date())),
    )
}

async function* prepend(
  first: string,
  rest: AsyncGenerator<string, void, void>,
): AsyncGenerator<string, void, void> {
  yield first
  yield* rest
}
