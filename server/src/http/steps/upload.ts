// Operations whose body is a file: it is read as a stream between transactions, so that neither the file is in memory nor a
// transaction open while it arrives.
import type { OperationId } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#db/context.ts'
import { Problem } from '#lib/problem.ts'
import { clockDate } from '#lib/time/clock.ts'
import { type ByteBudget, closeWith } from '../body/byte-budget.ts'
import { connectionClosed } from '../body/connection-closed.ts'
import { allowSlowBody } from '../body/request-deadline.ts'
import { type Answer, answerOnce } from '../idempotency.ts'
import {
  type Bind,
  bindTo,
  type Committed,
  callerOf,
  contextOf,
  type IncomingFile,
  type InTenant,
  type RouteServices,
  type Run,
  type UploadSteps,
  type Uploads,
} from '../route.ts'

export type TransferServices = RouteServices & {
  /** Bounds the memory of transfers, with a share for each tenant. */
  memory: ByteBudget
  bytesPerTransfer: number
  release: (reply: FastifyReply) => void
}

type Go = (steps: UploadSteps<unknown>, input: unknown, file: IncomingFile) => Promise<Committed>

/** Their bodies are of any type, so that they have parsers of their own. */
export function bindUploads(
  api: FastifyInstance,
  basePath: string,
  uploads: Uploads,
  services: TransferServices,
): void {
  api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    const bind: Bind = bindTo(scope, basePath)
    for (const [name, go] of Object.entries(uploads)) {
      const id = name as OperationId // the names of Uploads are operations
      bind(id, run(id, go as never, services)) // its type is that of its name
    }
  })
}

function run(id: OperationId, go: Go, services: TransferServices): Run {
  return async (request, input, serialize, reply) => {
    takeMemory(request, reply, services)
    services.release(reply)
    const steps: UploadSteps<unknown> = {
      ...transactionsOf(request, services),
      isRepeated: await isRepeated(request, input.idempotencyKey, services),
      commit: (digest, work) =>
        commit(
          id,
          { request, input, services },
          digest,
          async (ctx) => serialize((await work(ctx)) as never), // the type of the operation, which `go` was bound to
        ),
    }
    const { answer } = await go(steps, input, fileOf(request))
    return answer
  }
}

/** What a transfer holds of the files it copies: two chunks. */
export function takeMemory(
  request: FastifyRequest,
  reply: FastifyReply,
  { memory, bytesPerTransfer }: Pick<TransferServices, 'memory' | 'bytesPerTransfer'>,
): void {
  const lease = memory.open([callerOf(request).tenant.id])
  if (!lease.grow(bytesPerTransfer)) throw overBudget()
  closeWith(reply.raw, lease)
}

function overBudget(): Problem {
  const detail =
    'Too many files are being transferred (SERVICE_ACP_LIMIT_ATTACHMENT_MEMORY). Retry after `Retry-After` seconds.'
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}

export function transactionsOf(
  request: FastifyRequest,
  services: Pick<
    RouteServices,
    'read' | 'write' | 'cursorSecret' | 'freshnessSecret' | 'keyring' | 'limits'
  >,
) {
  const { tenant } = callerOf(request)
  const inTenant =
    (open: RouteServices['read']): InTenant =>
    (work) =>
      open(tenant.id, (tx) => work(contextOf(request, services, tx, clockDate())))
  return {
    tenantId: tenant.id,
    read: inTenant(services.read),
    write: inTenant(services.write),
  }
}

async function isRepeated(
  request: FastifyRequest,
  key: string | undefined,
  { write, idempotency }: TransferServices,
): Promise<boolean> {
  if (key === undefined) return false
  const claim = await write(callerOf(request).tenant.id, (tx) => idempotency.claim(tx, key))
  return claim !== 'new' && claim !== 'in_flight'
}

async function commit(
  id: OperationId,
  {
    request,
    input,
    services,
  }: {
    request: FastifyRequest
    input: { idempotencyKey: string | undefined }
    services: TransferServices
  },
  digest: string,
  work: (ctx: Context) => Promise<Answer>,
): Promise<Committed> {
  const open = services.ownWrites[id] ?? services.write
  // What two requests with the same key are compared by.
  const comparable = Object.assign(Object.create(request) as FastifyRequest, { body: { digest } })
  return open(callerOf(request).tenant.id, async (tx) => {
    let isReplayed = true
    const ctx = contextOf(request, services, tx, clockDate())
    const once = async () => {
      isReplayed = false
      return work(ctx)
    }
    const key = input.idempotencyKey
    const answer =
      key === undefined ? await once() : await answerOnce(services, tx, key, comparable, once)
    return { answer, isReplayed }
  })
}

function fileOf(request: FastifyRequest): IncomingFile {
  const { 'content-length': length, 'content-type': mediaType } = request.headers
  return {
    mediaType,
    declaredBytes: length === undefined ? (hasNoBody(request) ? 0 : null) : Number(length),
    chunks: chunksOf(request),
  }
}

const hasNoBody = ({ headers }: FastifyRequest) => headers['transfer-encoding'] === undefined

/** A slow client gets time as long as its file arrives. What is not read is discarded after the response. */
async function* chunksOf(request: FastifyRequest): AsyncGenerator<Buffer, void, void> {
  const { raw } = request
  if (raw.destroyed && !raw.complete) throw connectionClosed()
  let isTooSlow = false
  allowSlowBody(raw, () => {
    isTooSlow = true
    raw.socket.destroy()
  })
  try {
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk as Buffer // no encoding is set
  } catch (cause) {
    throw isTooSlow ? new Problem('request_timeout') : connectionClosed(cause)
  }
}
