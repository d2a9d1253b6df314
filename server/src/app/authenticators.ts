// The authenticators of API keys and agent tokens, shared by the mounts that accept them.
import type { FastifyInstance } from 'fastify'
import { createTokenAuthenticator, noteTokenUse } from '#domains/agents/index.ts'
import { createKeyAuthenticator, createKeyUseLog, createUseLog } from '#domains/keys/index.ts'
import { agentToken, apiKey, type KeyAuth, keyAuthenticator } from '#http/auth-key.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import type { ApiOptions } from './api-options.ts'

export function createAuthenticators(
  app: FastifyInstance,
  options: ApiOptions,
): { key: KeyAuth; token: KeyAuth } {
  return { key: createKeyAuth(app, options), token: createTokenAuth(app, options) }
}

function createKeyAuth(app: FastifyInstance, { config, db, instance, log }: ApiOptions): KeyAuth {
  const { api: key, apiPrevious } = config.keys
  const uses = createKeyUseLog({
    write: db.tenantTx,
    onError: (err) => log.warn({ err }, 'failed to record the use of an API key'),
  })
  app.addHook('onClose', uses.stop)
  return keyAuthenticator({
    credential: apiKey,
    authenticate: createKeyAuthenticator({
      auth: db.auth,
      pepper: instance.pepper,
      environmentKeys: [key, ...(apiPrevious ? [apiPrevious] : [])].map((secret) =>
        secret.reveal(),
      ),
      onUse: uses.note,
    }),
    hostSuffix: config.http.hostSuffix,
    failedKeys: failedKeyLimiter(config.limits.failedKeysPerMinute),
  })
}

function createTokenAuth(app: FastifyInstance, { config, db, instance, log }: ApiOptions): KeyAuth {
  const uses = createUseLog(
    {
      write: db.tenantTx,
      onError: (err) => log.warn({ err }, 'failed to record the use of an agent token'),
    },
    noteTokenUse,
  )
  app.addHook('onClose', uses.stop)
  return keyAuthenticator({
    credential: agentToken,
    authenticate: createTokenAuthenticator({
      auth: db.auth,
      pepper: instance.pepper,
      onUse: uses.note,
    }),
    hostSuffix: config.http.hostSuffix,
    failedKeys: failedKeyLimiter(config.limits.failedKeysPerMinute, 'agent token'),
  })
}
