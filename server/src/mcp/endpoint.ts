// `/mcp` over HTTP: our checks, then the SDK with a web Request, then its Response. Stateless, and both eras of the
// protocol on one URL.
import { Readable } from 'node:stream'
import { createMcpHandler, type McpHttpHandler, type Server } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadBody } from '#http/body/body-reader.ts'
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
  createServer: (visit: McpVisit) => Server
  onError: (error: Error) => void
}

const paths: Record<Toolset, string> = { all: '/', readonly: '/readonly' }
const VISIT = 'visit'

/** Below `/mcp`, behind the authenticator. */
export function bindMcp(app: FastifyInstance, endpoint: McpEndpoint): void {
  acceptJsonOnly(app, endpoint.readBody)
  const handler = createMcpHandler(
    ({ authInfo }) => endpoint.createServer(authInfo?.extra?.[VISIT] as McpVisit), // put there by `serve`
    {
      // Streams would outlive the request; no tool needs one.
      maxSubscriptions: 0,
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
      handler: (request, reply) => serve(handler, toolset, request, reply),
    })
    app.route({
      method: ['GET', 'DELETE', 'PUT', 'PATCH'],
      url: paths[toolset],
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
  return reply.send(isStream ? Readable.fromWeb(response.body as never) : await response.text()) // the same stream under two names
}

/** Of the headers, the ones that the protocol knows; credentials stay here. */
const KNOWN_HEADERS = [
  'accept',
  'content-type',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
  'last-event-id',
]

function webRequest({ method, headers, url }: FastifyRequest): Request {
  const known = Object.entries(headers).filter(
    ([name]) => KNOWN_HEADERS.includes(name) || name.startsWith('mcp-param-'),
  )
  return new Request(`http://mcp.invalid${url}`, {
    method,
    headers: known.map(([name, value]): [string, string] => [name, String(value)]),
  })
}
