// Mounts `/mcp`, the Model Context Protocol: tools of agents, with an agent token or an API key.
import type { FastifyInstance } from 'fastify'
import type { KeyAuth } from '#http/auth-key.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { immediateHook } from '#http/immediate-hook.ts'
import { callerOf } from '#http/route.ts'
import { keepOutOfCaches } from '#http/security-headers.ts'
import { createOperationCalls } from '#http/steps/operation-calls.ts'
import { createServer } from '#mcp/create-server.ts'
import { bindMcp } from '#mcp/endpoint.ts'
import { createOriginCheck } from '#mcp/origin-check.ts'
import type { ApiOptions } from '../api-options.ts'
import { integrationParts } from '../integration-parts.ts'
import { createRoutes } from '../modules.ts'
import type { SharedOperations } from '../operations.ts'
import { VERSION } from '../version.ts'

export async function mountMcp(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  readBody: ReadBody,
  auth: { key: KeyAuth; token: KeyAuth },
): Promise<void> {
  await app.register(async (scope) => mountTools(scope, options, operations, readBody, auth), {
    prefix: '/mcp',
  })
}

async function mountTools(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  readBody: ReadBody,
  auth: { key: KeyAuth; token: KeyAuth },
): Promise<void> {
  const { config, instance, log } = options
  const checkOrigin = createOriginCheck(config.http)
  keepOutOfCaches(app)
  app.addHook('onRequest', immediateHook(checkOrigin))
  app.addHook('onRequest', (request) => {
    const hasToken =
      request.headers.authorization !== undefined || request.headers['x-api-key'] === undefined
    return (hasToken ? auth.token : auth.key).authenticate(request)
  })
  const calls = createOperationCalls()
  operations.bindCalls(app, calls.bind, createRoutes(config, instance, integrationParts(options)))
  bindMcp(app, {
    readBody,
    createServer(visit) {
      const { request, reply, toolset, fail } = visit
      if (options.mcpTools) return options.mcpTools.createServer(visit)
      const call = calls.callFor({ request, reply })
      return createServer(VERSION, { caller: callerOf(request), call, toolset, fail })
    },
    streams: options.mcpTools?.streams,
    onError: (err) => log.warn({ err }, 'MCP request failed'),
  })
}
