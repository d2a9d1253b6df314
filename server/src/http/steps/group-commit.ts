// Operations whose concurrent requests commit together: each is handed to its group first, and done in a transaction of its
// own where the group cannot take it.
import type { OperationId } from '@task-service/contract'
import type { FastifyRequest } from 'fastify'
import { clockDate } from '#lib/time/clock.ts'
import { traced } from '#observe/trace.ts'
import { digestOf } from '../idempotency.ts'
import {
  type Bind,
  callerOf,
  type GroupCommits,
  type GroupRequest,
  type Handler,
  type JsonReply,
  type RouteServices,
  type Run,
  transactional,
} from '../route.ts'

type AnyRequest = GroupRequest<OperationId>
type Submit = (request: AnyRequest) => Promise<JsonReply | { alone: Handler<OperationId> }>

export function bindGroupCommits(bind: Bind, commits: GroupCommits, services: RouteServices): void {
  for (const [name, submit] of Object.entries(commits)) {
    const id = name as OperationId // the names of GroupCommits are operations
    bind(id, run(id, submit as never, services)) // the function belongs to its name
  }
}

function run(id: OperationId, submit: Submit, services: RouteServices): Run {
  return async (request, input, serialize, fastifyReply) => {
    const work = requestOf(request, input, services)
    const reply = await traced(request, 'group', () => submit(work))
    if (!('alone' in reply)) return serialize(reply)
    const alone = transactional(id, reply.alone, services)
    return alone(request, input, serialize, fastifyReply)
  }
}

function requestOf(
  request: FastifyRequest,
  { body, idempotencyKey: key }: Parameters<Run>[1],
  services: RouteServices,
): AnyRequest {
  const { tenant, actor } = callerOf(request)
  const now = clockDate()
  return {
    tenant,
    actor,
    requestId: request.id,
    now,
    limits: services.limits,
    body,
    ...(key !== undefined && {
      idempotency: {
        key,
        requestHash: digestOf(services.keyring, tenant.id, request),
        expiresAt: new Date(now.getTime() + services.idempotency.retentionMs),
      },
    }),
  }
}
