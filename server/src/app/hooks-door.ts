// The door of vendors: `/hooks/{integration}`, where messages prove themselves.
import type { FastifyInstance } from 'fastify'
import { type ReceiveSteps, receiveMessage } from '#domains/connections/index.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { bindHooks, type HooksServices } from '#http/hooks/hooks.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { decodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'
import type { ApiOptions } from './api-options.ts'
import { integrationParts } from './integration-parts.ts'

export async function openHooksDoor(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { limits, http } = options.config
  await app.register(
    async (hooks) =>
      bindHooks(hooks, {
        hostSuffix: http.hostSuffix,
        receive: createReceive(options),
        messagesPerMinute: limits.requestsPerMinute,
        failed: failedKeyLimiter(limits.failedKeysPerMinute),
      }),
    { prefix: '/hooks' },
  )
}

function createReceive(options: ApiOptions): HooksServices['receive'] {
  const { db, instance, keyring } = options
  const parts = integrationParts(options)
  return async (slug, integrationId, message, requestId) => {
    const tenant = await findTenant(db.auth, slug)
    // No tenant, a suspended one and no such integration look the same from outside.
    if (tenant?.status !== 'active') throw new Problem('message_refused')
    const { tenant_id: id } = tenant
    const known = { tenant: { id, slug }, requestId, keyring }
    const { pepper } = instance
    const secrets = { cursorSecret: pepper, freshnessSecret: pepper }
    const actor = { kind: 'system', id: 'hooks' } as const
    const steps: ReceiveSteps = {
      tenantId: id,
      slug,
      read: (work) =>
        db.tenantRead(id, (tx) => work({ ...known, ...secrets, tx, actor, now: new Date() })),
      write: (work) => db.tenantTx(id, (tx) => work({ ...known, ...secrets, tx, now: new Date() })),
    }
    await receiveMessage(steps, parts, decodeId('integration', integrationId), {
      url: '',
      ...message,
    })
  }
}
