// Operations on integrations bound to the rules; nothing is parsed or decided here.
import { type Integration, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { ExternalCalls, Prechecks, Routes } from '#http/route.ts'
import { listProviders } from './catalog/index.ts'
import { checkIntegration, discover, previewMapping, tryConnection } from './checks/index.ts'
import { setCredential } from './credentials/index.ts'
import {
  changeIntegration,
  createIntegration,
  getIntegration,
  listPage,
  prepareChange,
  prepareCreate,
  removeIntegration,
  showIntegration,
} from './manage/index.ts'
import type { IntegrationParts } from './parts.ts'
import { registerWebhook, unregisterWebhook } from './vendor-webhooks/index.ts'

function shown(integration: Integration) {
  return {
    status: 200,
    body: integration,
    headers: { etag: `"${integration.version}"` },
  } as const
}

export function createRoutes(parts: IntegrationParts): Routes {
  return {
    'providers.list': async () => ({ status: 200, body: { data: listProviders(parts) } }),
    'integrations.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, parts, page) }
    },
    'integrations.create': async (ctx, { body, prepared }) => {
      const made = await createIntegration(ctx, parts, body, prepared?.hosts ?? [])
      const { headers } = shown(made)
      return {
        status: 201,
        body: made,
        headers: { location: `/api/integrations/${made.id}`, ...headers },
      }
    },
    'integrations.get': async (ctx, { params }) =>
      shown(await getIntegration(ctx, parts, params.integration)),
    'integrations.remove': async (ctx, { params, ifMatch }) => {
      await removeIntegration(ctx, params.integration, ifMatch)
      return { status: 204, body: null }
    },
    'integrations.set_credential': async (ctx, { params, body, ifMatch }) => {
      const input = { secrets: body.secrets, expected: ifMatch }
      const row = await setCredential(ctx, parts, params.integration, input)
      return shown(await showIntegration(ctx, parts, row))
    },
  }
}

/** What is asked of the vendor, or of the integration's own process, is asked between two transactions. */
export function createExternalCalls(parts: IntegrationParts): ExternalCalls {
  return {
    'integrations.change': async (steps, { params, body: change, ifMatch: expected }) => {
      const next = await prepareChange(steps, parts, params.integration, change)
      const input = { change, next, expected }
      return shown(
        await steps.write((ctx) => changeIntegration(ctx, parts, params.integration, input)),
      )
    },
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

export function createPrechecks(parts: IntegrationParts): Prechecks {
  return { 'integrations.create': ({ body }, { tenant }) => prepareCreate(tenant.id, parts, body) }
}
