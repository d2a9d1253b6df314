// Mounts the endpoint for webhooks of vendors: `/hooks/{integration}`, where every message is verified.
import type { FastifyInstance } from 'fastify'
import {
  findReceiver,
  type IntegrationRow,
  type ReceiveSteps,
  receiveMessage,
} from '#domains/integrations/index.ts'
import { refuseMoved } from '#domains/keys/index.ts'
import { findTenant, isServed } from '#domains/tenants/index.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { bindHooks, type HooksServices } from '#http/hooks/hooks.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { decodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'
import type { ApiOptions } from '../api-options.ts'
import { integrationParts } from '../integration-parts.ts'

export async function mountHooks(
  app: FastifyInstance,
  options: ApiOptions,
  readBody: ReadBody,
): Promise<void> {
  const { limits, http } = options.config
  const parts = integrationParts(options)
  await app.register(
    async (hooks) =>
      bindHooks<Target>(hooks, {
        hostSuffix: http.hostSuffix,
        find: createFind(options),
        receive: ({ steps, row }, message) =>
          receiveMessage(steps, parts, row, { url: '', ...message }),
        readBody,
        messagesPerMinute: limits.requestsPerMinute,
        failed: failedKeyLimiter(limits.failedKeysPerMinute),
      }),
    { prefix: '/hooks' },
  )
}

type Target = { steps: ReceiveSteps; row: IntegrationRow }

function createFind({ db, instance, keyring }: ApiOptions): HooksServices<Target>['find'] {
  return async (slug, integrationId, requestId) => {
    const decoded = decodeId('integration', integrationId)
    const tenant = decoded && (await findTenant(db.auth, slug))
    // A missing tenant, a suspended one and an unknown integration look the same to the sender.
    if (!tenant || !isServed(tenant)) throw new Problem('message_refused')
    await refuseMoved(db.auth, tenant)
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
    return { steps, row: await findReceiver(steps, decoded) }
  }
}
