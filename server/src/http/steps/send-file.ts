// Operations whose response is a stored file. The file was uploaded by anyone, so no browser may show or run it: the response
// is a download with a fixed type, and a page made of it would have no rights at all.
import { Readable } from 'node:stream'
import { type Operation, type OperationId, operations } from '@task-service/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { compileInput } from '../input.ts'
import { refuseBody } from '../json-body.ts'
import { type FileDownloads, type FileSteps, routerPath, type StoredFile } from '../route.ts'
import { contentDisposition } from './content-disposition.ts'
import { type TransferServices, takeMemory, transactionsOf } from './upload.ts'

type Start = (steps: FileSteps, input: unknown) => Promise<StoredFile>

export function bindFileDownloads(
  app: FastifyInstance,
  downloads: FileDownloads,
  services: TransferServices,
): void {
  for (const [name, start] of Object.entries(downloads)) {
    const id = name as OperationId // the names of FileDownloads are operations
    bindFileDownload(app, id, start as never, services) // its type is that of its name
  }
}

/** Set on the response, over those of the dashboard and the API. */
export function fileHeaders(file: Pick<StoredFile, 'name' | 'imageType'>): Record<string, string> {
  return {
    'content-type': file.imageType ?? 'application/octet-stream',
    'content-disposition': contentDisposition(file.name),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'accept-ranges': 'none',
  }
}

function bindFileDownload(
  app: FastifyInstance,
  id: OperationId,
  start: Start,
  services: TransferServices,
) {
  const operation: Operation = operations[id]
  const readInput = compileInput(operation)
  app.route({
    method: operation.method,
    url: routerPath(operation.path),
    config: { operationId: id },
    onRequest: refuseBody,
    handler: async (request, reply) => {
      const { ifNoneMatch, ...input } = readInput(request)
      const file = await start(transactionsOf(request, services), input)
      // A client may keep it, and asks again each time: the file may have been deleted.
      reply.headers({ 'cache-control': 'private, no-cache', etag: file.etag })
      if (matches(ifNoneMatch, file.etag)) return reply.code(304).send()
      reply.headers({ ...fileHeaders(file), 'content-length': String(file.bytes) })
      if (request.method === 'HEAD') return reply.send('')
      takeMemory(request, reply, services)
      services.release(reply)
      return sendChunks(reply, file)
    },
  })
}

async function sendChunks(reply: FastifyReply, { chunks }: StoredFile): Promise<FastifyReply> {
  const rest = chunks()
  // Before the headers are sent a failure becomes an error response; later it aborts the transfer.
  const first = await rest.next().catch((error: unknown) => {
    for (const name of ['content-length', 'content-disposition', 'etag']) reply.removeHeader(name)
    throw error
  })
  if (first.done) return reply.send(Buffer.alloc(0))
  const stream = Readable.from(prepend(first.value, rest), { objectMode: false, highWaterMark: 1 })
  return reply.send(stream)
}

async function* prepend(
  first: Buffer,
  rest: AsyncGenerator<Buffer, void, void>,
): AsyncGenerator<Buffer, void, void> {
  yield first
  yield* rest
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
