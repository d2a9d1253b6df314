// Mounts the endpoints of agents: `/agent/…`, with an agent token, for the operations that accept one.

import { AGENT_PREFIX } from '@task-service/contract'
import type { FastifyInstance } from 'fastify'
import { createTokenAuthenticator, noteTokenUse } from '#domains/agents/index.ts'
import { createUseLog } from '#domains/keys/index.ts'
import { agentToken, keyAuthenticator } from '#http/auth-key.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { keepOutOfCaches } from '#http/security-headers.ts'
import type { ApiOptions } from '../api-options.ts'
import { integrationParts } from '../integration-parts.ts'
import { createRoutes } from '../modules.ts'
import type { SharedOperations } from '../operations.ts'

export async function mountAgent(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
): Promise<void> {
  await app.register(async (scope) => mountOperations(scope, options, operations), {
    prefix: AGENT_PREFIX,
  })
}

/** Everything under `/agent`, including unknown paths, authenticates the token first. */
async function mountOperations(
  app: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
): Promise<void> {
  const { config, db, instance, log } = options
  const uses = createUseLog(
    {
      write: db.tenantTx,
      onError: (err) => log.warn({ err }, 'failed to record the use of an agent token'),
    },
    noteTokenUse,
  )
  app.addHook('onClose', uses.stop)
  const auth = keyAuthenticator({
    credential: agentToken,
    authenticate: createTokenAuthenticator({
      auth: db.auth,
      pepper: instance.pepper,
      onUse: uses.note,
    }),
    hostSuffix: config.http.hostSuffix,
    failedKeys: failedKeyLimiter(config.limits.failedKeysPerMinute, 'agent token'),
  })
  keepOutOfCaches(app)
  app.addHook('onRequest', auth.authenticate)
  operations.bindForAgents(app, {
    routes: createRoutes(config, instance, integrationParts(options)),
    basePath: config.http.basePath,
  })
}
