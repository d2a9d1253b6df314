// Binds operations of the contract to handlers: one transaction around each, its answer serialised by the contract.
import {
  type Operation,
  type OperationId,
  type Operations,
  operations,
  type ReplyOf,
} from '@task-service/contract'
import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#db/context.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { traced } from '#observe/trace.ts'
import { type Answer, answerOnce, type IdempotencyStore } from './idempotency.ts'
import { compileInput, type Input } from './input.ts'
import type { Caller } from './request-state.ts'

export type Handler<Id extends OperationId> = (
  ctx: Context,
  input: Input<Id>,
) => Promise<ReplyOf<Operations[Id]>>

/** What a domain offers: a handler for each of its operations. */
export type Routes = { [Id in OperationId]?: Handler<Id> }

export type RouteServices = {
  read: <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  write: <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>
  idempotency: IdempotencyStore
  cursorSecret: Buffer
  basePath: string
}

type AnyReply = { status: number; body: unknown; headers?: Record<string, string> }
type AnyInput = Input<OperationId>
type Run = (request: FastifyRequest, input: AnyInput, serialize: Serialize) => Promise<Answer>
type Serialize = (reply: AnyReply) => Answer

/** `/api/tasks/{task}` of the contract is `/tasks/:task` of the router behind the door `/api`. */
export function routerPath(path: Operation['path']): string {
  return path.slice('/api'.length).replaceAll(/\{(\w+)\}/g, ':$1')
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a route was reached without authentication')
  return request.caller
}

export function bindRoutes(app: FastifyInstance, routes: Routes, services: RouteServices): void {
  for (const [id, handler] of Object.entries(routes)) {
    bindOperation(
      app,
      services.basePath,
      id as OperationId,
      transactional(id as OperationId, handler as never, services),
    ) // keys and handlers of Routes belong together
  }
}

/** Operations that touch no tenant data. */
export function bindPlain(
  app: FastifyInstance,
  id: OperationId,
  answer: (request: FastifyRequest) => AnyReply,
): void {
  bindOperation(app, '', id, async (request, _input, serialize) => serialize(answer(request)))
}

function transactional(
  id: OperationId,
  handler: (ctx: Context, input: AnyInput) => Promise<AnyReply>,
  services: RouteServices,
): Run {
  const open = operations[id].method === 'GET' ? services.read : services.write
  return (request, input, serialize) => {
    const { tenant, actor } = callerOf(request)
    const now = new Date()
    const inTransaction = async (tx: Tx): Promise<Answer> => {
      const ctx: Context = {
        tx,
        tenant,
        actor,
        requestId: request.id,
        now,
        cursorSecret: services.cursorSecret,
      }
      const work = async () => serialize(await handler(ctx, input))
      if (input.idempotencyKey === undefined) return work()
      return answerOnce(services.idempotency, tx, input.idempotencyKey, request, work)
    }
    return traced(request, 'transaction', () => open(tenant.id, inTransaction))
  }
}

function bindOperation(app: FastifyInstance, basePath: string, id: OperationId, run: Run): void {
  const operation: Operation = operations[id]
  const readInput = compileInput<OperationId>(operation)
  const serialize = compileSerializer(operation, basePath)
  app.route({
    method: operation.method,
    url: routerPath(operation.path),
    config: { operationId: id },
    handler: async (request, reply) => {
      const input = readInput(request)
      const answer = await run(request, input, (value) => serialize(value, request))
      return send(reply, answer)
    },
  })
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers)
  if (answer.body === '') return reply.send()
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

/** `basePath` is what a proxy takes off the front; paths we hand out must have it again. */
function compileSerializer(operation: Operation, basePath: string) {
  const stringify = new Map(
    Object.entries(operation.success).map(([status, { body }]) => [
      Number(status),
      body && fastJsonStringify(body),
    ]),
  )
  return (reply: AnyReply, request: FastifyRequest): Answer => ({
    status: reply.status,
    headers: {
      ...reply.headers,
      ...(reply.headers?.['location'] && { location: basePath + reply.headers['location'] }),
      ...nextLink(reply.body, request, basePath),
    },
    body: stringify.get(reply.status)?.(reply.body) ?? '',
  })
}

function nextLink(
  body: unknown,
  request: FastifyRequest,
  basePath: string,
): Record<string, string> {
  const cursor = (body as { next_cursor?: string | null } | null)?.next_cursor
  if (!cursor) return {}
  // Only the first `?` divides; the others belong to a value.
  const [path = ''] = request.url.split('?', 1)
  const query = new URLSearchParams(request.url.slice(path.length + 1))
  query.set('cursor', cursor)
  return { link: `<${basePath}${path}?${query.toString()}>; rel="next"` }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: OperationId
  }
}
