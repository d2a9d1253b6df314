// Operations that ask the other side bound to the rules; nothing is parsed or decided here.
import type { Integration } from '@task-service/contract'
import type { IntegrationParts } from '#domains/integrations/index.ts'
import type { Errands, Routes } from '#http/route.ts'
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

export function createErrands(parts: IntegrationParts): Errands {
  return {
    'integrations.try': async (errand, { body }) => ({
      status: 200,
      body: await tryConnection(errand, parts, body),
    }),
    'integrations.check': async (errand, { params }) => ({
      status: 200,
      body: await checkIntegration(errand, parts, params.integration),
    }),
    'integrations.discover': async (errand, { params, query }) => ({
      status: 200,
      body: { data: await discover(errand, parts, params.integration, query.what) },
    }),
    'integrations.preview': async (errand, { params, body }) => ({
      status: 200,
      body: await previewMapping(errand, parts, params.integration, body.mapping),
    }),
    'integrations.register_webhook': async (errand, { params }) =>
      shown(await registerWebhook(errand, parts, params.integration)),
    'integrations.unregister_webhook': async (errand, { params }) =>
      shown(await unregisterWebhook(errand, parts, params.integration)),
  }
}
