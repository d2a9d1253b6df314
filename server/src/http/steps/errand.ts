// Operations that ask somebody else's server in the middle: what they need of the database is read and written in steps of
// their own, before and after. No transaction waits for the world.
import type { AnyOperations, OperationId, ReplyOf } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  bindOperation,
  callerOf,
  contextOf,
  type Errand,
  type Errands,
  type InTenant,
  type RouteServices,
  type Run,
} from '../route.ts'

type Services = Pick<
  RouteServices,
  'read' | 'write' | 'cursorSecret' | 'freshnessSecret' | 'keyring' | 'limits' | 'basePath'
> & { release: (reply: FastifyReply) => void }
type Go = (errand: Errand, input: unknown) => Promise<ReplyOf<AnyOperations[OperationId]>>

export function bindErrands(app: FastifyInstance, errands: Errands, services: Services): void {
  for (const [name, go] of Object.entries(errands)) {
    const id = name as OperationId // the names of Errands are operations
    bindOperation(app, services.basePath, id, run(go as never, services)) // the function belongs to its name
  }
}

function run(go: Go, services: Services): Run {
  return async (request, input, serialize, reply) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    request.raw.socket.once('close', leave)
    try {
      const rest = () => services.release(reply)
      const errand = { ...stepsOf(request, services), signal: gone.signal, rest }
      return serialize(await go(errand, input))
    } finally {
      request.raw.socket.off('close', leave)
    }
  }
}

function stepsOf(request: FastifyRequest, services: Services): Omit<Errand, 'signal' | 'rest'> {
  const tenantId = callerOf(request).tenant.id
  const inTenant =
    (open: Services['read']): InTenant =>
    (work) =>
      open(tenantId, (tx) => work(contextOf(request, services, tx, new Date())))
  return { tenantId, read: inTenant(services.read), write: inTenant(services.write) }
}
