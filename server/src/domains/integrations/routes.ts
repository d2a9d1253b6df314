// Operations on integrations bound to the rules; nothing is parsed or decided here.
import { type Integration, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { ExternalCalls, Prechecks, Routes } from '#http/route.ts'
import type { IntegrationParts } from './parts.ts'
import {
  changeIntegration,
  prepareChange,
  removeIntegration,
} from './service/change-integration.ts'
import { createIntegration, prepareCreate } from './service/create-integration.ts'
import { getIntegration, listPage } from './service/get-integration.ts'
import { setCredential } from './service/set-credential.ts'

function shown(integration: Integration) {
  return {
    status: 200,
    body: integration,
    headers: { etag: `"${integration.version}"` },
  } as const
}

export function createRoutes(parts: IntegrationParts): Routes {
  return {
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
      return shown(await setCredential(ctx, parts, params.integration, input))
    },
  }
}

/** Which hosts a configuration needs is asked of the integration's own process, in the middle. */
export function createExternalCalls(parts: IntegrationParts): ExternalCalls {
  return {
    'integrations.change': async (steps, { params, body: change, ifMatch: expected }) => {
      const next = await prepareChange(steps, parts, params.integration, change)
      const input = { change, next, expected }
      return shown(
        await steps.write((ctx) => changeIntegration(ctx, parts, params.integration, input)),
      )
    },
  }
}

export function createPrechecks(parts: IntegrationParts): Prechecks {
  return { 'integrations.create': ({ body }, { tenant }) => prepareCreate(tenant.id, parts, body) }
}
