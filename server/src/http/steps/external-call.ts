// Operations that call an external server: the database is read and written in steps, before and after the call. No
// transaction is open during the call.
import type { OperationId } from '@task-service/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type Bind,
  type CallSteps,
  callerOf,
  contextOf,
  type ExternalCalls,
  type InTenant,
  type RouteServices,
  type Run,
} from '../route.ts'

type Services = Pick<
  RouteServices,
  'read' | 'write' | 'cursorSecret' | 'freshnessSecret' | 'keyring' | 'limits'
> & { release: (reply: FastifyReply) => void }
type Go = (steps: CallSteps, input: unknown) => Promise<Parameters<Parameters<Run>[2]>[0]>

export function bindExternalCalls(bind: Bind, calls: ExternalCalls, services: Services): void {
  for (const [name, go] of Object.entries(calls)) {
    const id = name as OperationId // the names of ExternalCalls are operations
    bind(id, run(go as never, services)) // its type is that of its name
  }
}

function run(go: Go, services: Services): Run {
  return async (request, input, serialize, reply) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    request.raw.socket.once('close', leave)
    try {
      const releaseSlot = () => services.release(reply)
      const steps = { ...stepsOf(request, services), signal: gone.signal, releaseSlot }
      return serialize(await go(steps, input))
    } finally {
      request.raw.socket.off('close', leave)
    }
  }
}

function stepsOf(
  request: FastifyRequest,
  services: Services,
): Omit<CallSteps, 'signal' | 'releaseSlot'> {
  const caller = callerOf(request)
  const tenantId = caller.tenant.id
  const inTenant =
    (open: Services['read']): InTenant =>
    (work) =>
      open(tenantId, (tx) => work(contextOf(request, services, tx, new Date())))
  return {
    tenantId,
    caller,
    requestId: request.id,
    read: inTenant(services.read),
    write: inTenant(services.write),
  }
}
