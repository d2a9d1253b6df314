// Operations that ask the other side bound to the rules; nothing is parsed or decided here.
import type { Integration } from '@task-service/contract'
import type { IntegrationParts } from '#domains/integrations/index.ts'
import type { ExternalCalls, Routes } from '#http/route.ts'
import { discover } from './service/ask-other-side.ts'
import { checkIntegration, tryConnection } from './service/check-connection.ts'
import { listProviders } from './service/list-providers.ts'
import { previewMapping } from './service/preview-mapping.ts'
import { registerWebhook, unregisterWebhook } from './service/register-webhook.ts'

function shown(integration: Integration) {
  const headers = { etag: `"${integration.version}"` }
  return { status: 200, body: integration, headers } as const
}

export function createRoutes(parts: IntegrationParts): Routes {
  return {
    'providers.list': async () => ({ status: 200, body: { data: listProviders(parts) } }),
  }
}

export function createExternalCalls(parts: IntegrationParts): ExternalCalls {
  return {
    'integrations.try': async (steps, { body }) => ({
      status: 200,
      body: await tryConnection(steps, parts, body),
    }),
    'integrations.check': async (steps, { params }) => ({
      status: 200,
      body: await checkIntegration(steps, parts, params.integration),
    }),
    'integrations.discover': async (steps, { params, query }) => ({
      status: 200,
      body: { data: await discover(steps, parts, params.integration, query.what) },
    }),
    'integrations.preview': async (steps, { params, body }) => ({
      status: 200,
      body: await previewMapping(steps, parts, params.integration, body.mapping),
    }),
    'integrations.register_webhook': async (steps, { params }) =>
      shown(await registerWebhook(steps, parts, params.integration)),
    'integrations.unregister_webhook': async (steps, { params }) =>
      shown(await unregisterWebhook(steps, parts, params.integration)),
  }
}
