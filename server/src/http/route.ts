// Binds operations of the contract to handlers: one transaction around each, its response serialized by the contract.
import {
  type Actor,
  type AnyOperationId,
  type AnyOperations,
  type ImageType,
  type Operation,
  type OperationId,
  operations,
  type ReplyOf,
  type StreamType,
  uiOperations,
} from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Keyring } from '#crypto/keyring.ts'
import type { Context } from '#db/context.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { ByteLimits } from '#lib/limits/byte-limits.ts'
import { compilePrinter } from '#lib/print-json.ts'
import { createSharedReads } from '#lib/shared-reads.ts'
import { clockDate } from '#lib/time/clock.ts'
import { afterWait } from '#lib/time/earlier-wait.ts'
import { traced } from '#observe/trace.ts'
import { type Answer, answerOnce, type IdempotencyStore } from './idempotency.ts'
import { compileInput, type Input, type Prepared } from './input.ts'
import { refuseBody, refuseCompressed } from './json-body.ts'
import type { Caller } from './request-state.ts'

export type Handler<Id extends AnyOperationId> = (
  ctx: Context,
  input: Input<Id>,
) => Promise<(ReplyOf<AnyOperations[Id]> & Kept) | JsonReply>

/** Stored for Idempotency-Key instead of the body, for responses with a secret. */
type Kept = { keptBody?: unknown }

/** A domain's handlers, one per operation. */
export type Routes = { [Id in AnyOperationId]?: Handler<Id> }

/** A domain's downloads. They are read in several steps: no transaction should last as long as a download. */
export type Downloads = {
  [Id in OperationId]?: (inTenant: InTenant, input: Input<Id>) => Download
}
export type InTenant = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
export type Download = {
  type: StreamType
  /** The file name for browsers. */
  name: string
  pieces: AsyncGenerator<string, void, void>
}

/** Operations whose body is a file. It is read as a stream, between transactions. */
export type Uploads = {
  [Id in OperationId]?: (
    steps: UploadSteps<ReplyOf<AnyOperations[Id]>>,
    input: Input<Id>,
    file: IncomingFile,
  ) => Promise<Committed>
}

export type IncomingFile = {
  /** As the client named it, unchecked. */
  mediaType: string | undefined
  /** Null if the client did not say. */
  declaredBytes: number | null
  /** Chunks of any size, read as fast as they are consumed. */
  chunks: AsyncIterable<Buffer>
}

export type UploadSteps<Reply> = Pick<CallSteps, 'tenantId' | 'read' | 'write'> & {
  /** Whether the idempotency key has a response already: then the file is only compared with the first one. */
  isRepeated: boolean
  /**
   * The last transaction: once per idempotency key and content. `isReplayed` if the response is the one of an earlier
   * request, whose file is stored.
   */
  commit: (digest: string, work: (ctx: Context) => Promise<Reply>) => Promise<Committed>
}
export type Committed = { answer: Answer; isReplayed: boolean }

/** Each part is read in a transaction of its own: none should last as long as a download. */
export type FileDownloads = {
  [Id in OperationId]?: (steps: FileSteps, input: Input<Id>) => Promise<StoredFile>
}
export type FileSteps = { tenantId: string; read: InTenant }

export type StoredFile = {
  name: string
  bytes: number
  /** Only types that run nothing, which previews need. */
  imageType: ImageType | null
  etag: string
  /** Ends early, with an error, if the stored content is not what was uploaded. */
  chunks: () => AsyncGenerator<Buffer, void, void>
}

/** Operations that call an external server or wait: between two transactions, never inside of one. */
export type ExternalCalls = {
  [Id in OperationId]?: (
    steps: CallSteps,
    input: Input<Id>,
  ) => Promise<ReplyOf<AnyOperations[Id]> | JsonReply>
}
export type CallSteps = {
  tenantId: string
  /** Who sent the request, for work outside of a transaction. */
  caller: Pick<Caller, 'tenant' | 'actor' | 'agent'>
  requestId: string
  /** Each call is a separate transaction, committed when it returns. */
  read: InTenant
  write: InTenant
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** From now on the request only waits, and does not count as in flight. */
  releaseSlot: () => void
}

/** Operations whose concurrent requests commit together; a request that cannot gets its own transaction. */
export type GroupCommits = {
  [Id in OperationId]?: (request: GroupRequest<Id>) => Promise<JsonReply | { alone: Handler<Id> }>
}
export type GroupRequest<Id extends OperationId> = {
  tenant: { id: string }
  actor: Actor
  requestId: string
  now: Date
  limits: ByteLimits
  body: Input<Id>['body']
  idempotency?: { key: string; requestHash: Buffer; expiresAt: Date }
}

/** External checks before the transaction is opened; no connection should wait for them. */
export type Prechecks = {
  [Id in AnyOperationId]?: (input: Input<Id>, caller: Caller) => Promise<Prepared | void>
}

type OpenTransaction = <T>(tenantId: string, work: (tx: Tx) => Promise<T>) => Promise<T>

export type RouteServices = {
  read: OpenTransaction
  write: OpenTransaction
  /** Operations that may read from a replica. */
  ownReads?: { [Id in AnyOperationId]?: OpenTransaction }
  /** Operations with their own kind of write transaction. */
  ownWrites: { [Id in AnyOperationId]?: OpenTransaction }
  idempotency: IdempotencyStore
  cursorSecret: Buffer
  freshnessSecret: Buffer
  keyring: Keyring
  limits: ByteLimits
  prechecks: Prechecks
}

/** A response that is already JSON, because it was stored as such. */
export type JsonReply = {
  status: 200 | 201
  json: string
  headers?: Record<string, string>
  nextCursor?: string | null
}

type AnyReply =
  | ({ status: number; body: unknown; headers?: Record<string, string> } & Kept)
  | JsonReply
type AnyInput = Input<AnyOperationId>
export type Run = (
  request: FastifyRequest,
  input: AnyInput,
  serialize: Serialize,
  reply: FastifyReply,
) => Promise<Answer>
type Serialize = (reply: AnyReply) => Answer

const allOperations = { ...operations, ...uiOperations }

/** `/api/tasks/{task}` of the contract is `/tasks/:task` of the router below `/api`, `/ui/api` and `/agent`. */
export function routerPath(path: Operation['path']): string {
  return path.replace(/^(\/ui\/api|\/api|\/agent)(?=\/)/, '').replaceAll(/\{(\w+)\}/g, ':$1')
}

export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error('a route was reached without authentication')
  return request.caller
}

export function contextOf(
  request: FastifyRequest,
  services: Pick<RouteServices, 'cursorSecret' | 'freshnessSecret' | 'keyring' | 'limits'>,
  tx: Tx,
  now: Date,
): Context {
  const { tenant, actor, agent } = callerOf(request)
  const { cursorSecret, freshnessSecret, keyring, limits } = services
  return {
    tx,
    tenant,
    actor,
    ...(agent && { agent }),
    requestId: request.id,
    now,
    cursorSecret,
    freshnessSecret,
    keyring,
    limits,
  }
}

/** Makes one operation available: at its path, or to the tools of agents. */
export type Bind = (id: AnyOperationId, run: Run) => void

export function bindRoutes(bind: Bind, routes: Routes, services: RouteServices): void {
  for (const [name, handler] of Object.entries(routes)) {
    const id = name as AnyOperationId // the names of Routes are operations
    const run = transactional(id, handler as never, services) // its type is that of its name
    bind(id, checked(services.prechecks[id] as never, run)) // its type is that of its name
  }
}

type Precheck = (input: AnyInput, caller: Caller) => Promise<Prepared | void>

function checked(check: Precheck | undefined, run: Run): Run {
  if (!check) return run
  return async (request, input, serialize, reply) => {
    const prepared = await traced(request, 'precheck', () => check(input, callerOf(request)))
    return run(request, prepared ? { ...input, prepared } : input, serialize, reply)
  }
}

/** Operations that touch no tenant data. */
export function bindPlain(
  app: FastifyInstance,
  id: AnyOperationId,
  answer: (request: FastifyRequest) => AnyReply,
): void {
  bindTo(app, '')(id, async (request, _input, serialize) => serialize(answer(request)))
}

export function transactional(
  id: AnyOperationId,
  handler: (ctx: Context, input: AnyInput) => Promise<AnyReply>,
  services: RouteServices,
): Run {
  const isRead = allOperations[id].method === 'GET'
  const open = isRead
    ? (services.ownReads?.[id] ?? services.read)
    : (services.ownWrites[id] ?? services.write)
  const run: Run = (request, input, serialize) => {
    const { tenant } = callerOf(request)
    const now = clockDate()
    const inTransaction = async (tx: Tx): Promise<Answer> => {
      const ctx = contextOf(request, services, tx, now)
      const work = async () => serialize(await handler(ctx, input))
      if (input.idempotencyKey === undefined) return work()
      return answerOnce(services, tx, input.idempotencyKey, request, work)
    }
    return traced(request, 'transaction', () => open(tenant.id, inTransaction))
  }
  return isRead ? shared(run) : run
}

/** Busy tenants send the same read repeatedly, from all their screens and agents. */
function shared(run: Run): Run {
  const share = createSharedReads<Answer>()
  return (request, input, serialize, reply) => {
    const { tenant, actor } = callerOf(request)
    const question = `${tenant.id} ${actor.kind}:${actor.id} ${request.url} ${input.ifNoneMatch ?? ''}`
    return share(question, () => run(request, input, serialize, reply))
  }
}

/** At the path of the operation. `basePath` is what a proxy strips; paths in responses need it again, with the prefix of the mount. */
export function bindTo(app: FastifyInstance, basePath: string): Bind {
  return (id, run) => {
    const operation: Operation = allOperations[id]
    const answer = compileOperation(id, run)
    app.route({
      method: operation.method,
      url: routerPath(operation.path),
      config: { operationId: id },
      onRequest: operation.body || operation.file ? refuseCompressed : refuseBody,
      handler: async (request, reply) => send(reply, await answer(request, reply), basePath),
    })
  }
}

export type AnswerOperation = (request: FastifyRequest, reply: FastifyReply) => Promise<Answer>

/** Reads and validates the input, runs the operation, and prints its response. */
export function compileOperation(id: AnyOperationId, run: Run): AnswerOperation {
  const operation: Operation = allOperations[id]
  const readInput = compileInput(operation) as (request: FastifyRequest) => AnyInput // of the operation of this name
  const serialize = compileSerializer(operation)
  return async (request, reply) =>
    afterWait(request.authenticationMs, () =>
      run(request, readInput(request), (value) => serialize(value, request), reply),
    )
}

function send(reply: FastifyReply, answer: Answer, basePath: string): FastifyReply {
  const { location, link } = answer.headers
  reply.code(answer.status).headers(answer.headers)
  if (location && basePath) reply.header('location', basePath + location)
  if (link && basePath) reply.header('link', link.replace('<', `<${basePath}`))
  if (answer.body === '') return reply.send()
  return reply.type('application/json; charset=utf-8').send(answer.body)
}

function compileSerializer(operation: Operation) {
  const print = new Map(
    Object.entries(operation.success).map(([status, { body }]) => [
      Number(status),
      body && compilePrinter(body),
    ]),
  )
  return (reply: AnyReply, request: FastifyRequest): Answer => {
    const nextCursor = 'json' in reply ? reply.nextCursor : nextCursorOf(reply.body)
    const printBody = (body: unknown) => print.get(reply.status)?.(body) ?? ''
    return {
      status: reply.status,
      headers: { ...reply.headers, ...(nextCursor && { link: nextLink(request, nextCursor) }) },
      body: 'json' in reply ? reply.json : printBody(reply.body),
      ...('keptBody' in reply && { keptBody: printBody(reply.keptBody) }),
    }
  }
}

function nextCursorOf(body: unknown): string | null | undefined {
  return (body as { next_cursor?: string | null } | null)?.next_cursor
}

function nextLink(request: FastifyRequest, cursor: string): string {
  // Only the first `?` separates the query; the others belong to a value.
  const [path = ''] = request.url.split('?', 1)
  const query = new URLSearchParams(request.url.slice(path.length + 1))
  query.set('cursor', cursor)
  // Every mount adds its own prefix when the response is sent.
  return `<${path.replace(/^\/ui(?=\/api\/)/, '')}?${query.toString()}>; rel="next"`
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operationId?: AnyOperationId
  }
}
