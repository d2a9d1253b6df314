// Mounts the endpoints of agents: `/agent/…`, with an agent token, for the operations that accept one.

import { AGENT_PREFIX } from '@task-service/contract'
import type { FastifyInstance } from 'fastify'
import type { KeyAuth } from '#http/auth-key.ts'
import { keepOutOfCaches } from '#http/security-headers.ts'
import type { ApiOptions } from '../api-options.ts'
import { integrationParts } from '../integration-parts.ts'
import { createRoutes } from '../modules.ts'
import type { SharedOperations } from '../operations.ts'

export async function mountAgent(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  auth: KeyAuth,
): Promise<void> {
  await app.register(async (scope) => mountOperations(scope, options, operations, auth), {
    prefix: AGENT_PREFIX,
  })
}

/** Everything under `/agent`, including unknown paths, authenticates the token first. */
async function mountOperations(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  auth: KeyAuth,
): Promise<void> {
  const { config, instance } = options
  keepOutOfCaches(app)
  app.addHook('onRequest', auth.authenticate)
  operations.bindForAgents(app, {
    routes: createRoutes(config, instance, integrationParts(options)),
    basePath: config.http.basePath,
  })
}
