// Mounts `/mcp`, the Model Context Protocol: tools of agents, with an agent token or an API key.
import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/database.ts'
import { getAgentRow } from '#domains/agents/index.ts'
import type { KeyAuth } from '#http/auth-key.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import type { Caller } from '#http/request-state.ts'
import { callerOf } from '#http/route.ts'
import { keepOutOfCaches } from '#http/security-headers.ts'
import { createOperationCalls } from '#http/steps/operation-calls.ts'
import { createSharedReads } from '#lib/shared-reads.ts'
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
  const { config, db, instance, log } = options
  const checkOrigin = createOriginCheck(config.http)
  keepOutOfCaches(app)
  app.addHook('onRequest', async (request) => checkOrigin(request))
  app.addHook('onRequest', (request) => {
    const hasToken =
      request.headers.authorization !== undefined || request.headers['x-api-key'] === undefined
    return (hasToken ? auth.token : auth.key).authenticate(request)
  })
  const readPermission = createPermissionReader(db)
  const calls = createOperationCalls()
  operations.bindCalls(app, calls.bind, createRoutes(config, instance, integrationParts(options)))
  bindMcp(app, {
    readBody,
    createServer(visit) {
      const { request, reply, toolset, fail } = visit
      if (options.mcpTools) return options.mcpTools.createServer(visit)
      const caller = callerOf(request)
      const readsBeyondClaim = () => readPermission(caller)
      const call = calls.callFor({ request, reply })
      return createServer(VERSION, { caller, call, toolset, readsBeyondClaim, fail })
    },
    streams: options.mcpTools?.streams,
    onError: (err) => log.warn({ err }, 'MCP request failed'),
  })
}

/** With an API key all tasks can be read. Calls of one agent at the same time share the read. */
function createPermissionReader(db: Database): (caller: Caller) => Promise<boolean> {
  const share = createSharedReads<boolean>()
  return async ({ tenant, agent }) => {
    if (!agent) return true
    return share(`${tenant.id} ${agent.id}`, async () => {
      const row = await db.tenantRead(tenant.id, (tx) => getAgentRow({ tx }, agent.name))
      return row.reads_beyond_claim
    })
  }
}
