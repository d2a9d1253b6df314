// `/mcp` over HTTP: our checks, then the SDK with a web Request, then its Response. Stateless, and both eras of the
// protocol on one URL.
import { Readable } from 'node:stream'
import {
  type CreateMcpHandlerOptions,
  createMcpHandler,
  type McpHttpHandler,
  type McpServer,
  METHOD_NOT_FOUND,
  type Server,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadBody } from '#http/body/body-reader.ts'
import { immediateHook } from '#http/immediate-hook.ts'
import { acceptJsonOnly, refuseCompressed } from '#http/json-body.ts'
import { Problem } from '#lib/problem.ts'
import { TOOLSETS, type Toolset } from './access.ts'

export type McpVisit = {
  request: FastifyRequest
  reply: FastifyReply
  toolset: Toolset
  fail: (error: unknown) => void
}

export type McpEndpoint = {
  readBody: ReadBody
  createServer: (visit: McpVisit) => Server | McpServer
  onError: (error: Error) => void
  /** Streams would outlive the request, and no tool needs one: only a proof sets them. */
  streams?: McpStreams | undefined
}

export type McpStreams = Required<Pick<CreateMcpHandlerOptions, 'bus' | 'maxSubscriptions'>>

const paths: Record<Toolset, string> = { all: '/', readonly: '/readonly' }
const VISIT = 'visit'

/** Below `/mcp`, behind the authenticator. */
export function bindMcp(app: FastifyInstance, endpoint: McpEndpoint): void {
  acceptJsonOnly(app, endpoint.readBody)
  // A message is no patch.
  app.removeContentTypeParser('application/merge-patch+json')
  const handler = createMcpHandler(
    ({ authInfo }) => endpoint.createServer(authInfo?.extra?.[VISIT] as McpVisit), // put there by `serve`
    {
      maxSubscriptions: 0,
      ...endpoint.streams,
      responseMode: 'auto',
      onerror: endpoint.onError,
    },
  )
  app.addHook('onClose', () => handler.close())
  for (const toolset of TOOLSETS) {
    app.route({
      method: 'POST',
      url: paths[toolset],
      onRequest: refuseCompressed,
      handler: (request, reply) =>
        !endpoint.streams && asksForStream(request.body)
          ? refuseStream(request.body, reply)
          : serve(handler, toolset, request, reply),
    })
    app.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH'],
      url: paths[toolset],
      // Before the body is read.
      onRequest: immediateHook(refuseMethod),
      handler: refuseMethod,
    })
  }
}

function refuseMethod({ method }: FastifyRequest, reply: FastifyReply): never {
  reply.header('allow', 'POST')
  throw new Problem('method_not_allowed', `${method} is not supported for this path. Use POST.`, {
    details: { allowed: ['POST'] },
  })
}

const asksForStream = (body: unknown): body is { id?: unknown } =>
  typeof body === 'object' &&
  body !== null &&
  'method' in body &&
  body.method === 'subscriptions/listen'

/** As the protocol says of a method that does not exist. The SDK would report a limit, and clients would try again. */
function refuseStream({ id }: { id?: unknown }, reply: FastifyReply): FastifyReply {
  const isId = typeof id === 'string' || typeof id === 'number'
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found' }
  return reply.code(404).send({ jsonrpc: '2.0', id: isId ? id : null, error })
}

async function serve(
  handler: McpHttpHandler,
  toolset: Toolset,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // A batch would be many requests for one place in the queue.
  if (Array.isArray(request.body))
    throw new Problem('invalid_request', 'Send one message per request, not an array.')
  let failure: unknown
  const visit: McpVisit = { request, reply, toolset, fail: (error) => (failure ??= error) }
  const response = await handler.fetch(webRequest(request), {
    parsedBody: request.body,
    authInfo: {
      token: '',
      clientId: request.caller?.actor.id ?? '',
      scopes: [],
      extra: { [VISIT]: visit },
    },
  })
  if (failure !== undefined) throw failure
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  if (response.body === null) return reply.send()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) return reply.send(Readable.fromWeb(response.body as never)) // the same stream under two names
  return reply.send(Buffer.from(await response.arrayBuffer()))
}

/** Of the headers, the ones that the protocol knows; credentials stay here. */
const KNOWN_HEADERS = new Set([
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
])

function webRequest({ method, headers, url }: FastifyRequest): Request {
  const known: [string, string][] = []
  for (const name in headers) {
    if (KNOWN_HEADERS.has(name) || name.startsWith('mcp-param-')) {
      known.push([name, String(headers[name])])
    }
  }
  return new Request(`http://mcp.invalid${url}`, { method, headers: known })
}
