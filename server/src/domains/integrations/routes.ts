// Operations on integrations bound to the rules; nothing is parsed or decided here.
import { type Integration, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import {
  explainLink,
  findLink,
  listConflicts,
  listLinks,
  listWriteBacks,
  removeLink,
  resolveConflict,
  resumeLink,
  retryWriteBack,
} from '#domains/links/index.ts'
import { cancelRun, findRun, listFailures, listInbound, listRuns } from '#domains/sync/index.ts'
import type { ExternalCalls, Prechecks, Routes } from '#http/route.ts'
import {
  conflictNotFound,
  conflictResolved,
  linkNotFound,
  syncRunNotFound,
  writeBackNotFailed,
  writeBackNotFound,
} from './errors.ts'
import type { IntegrationParts } from './parts.ts'
import {
  changeIntegration,
  prepareChange,
  removeIntegration,
} from './service/change-integration.ts'
import { createIntegration, prepareCreate } from './service/create-integration.ts'
import { getIntegration, getRow, listPage } from './service/get-integration.ts'
import { linkTask, refuseUnknown, requestRun, retryItems } from './service/request-run.ts'
import { setCredential } from './service/set-credential.ts'

function shown(integration: Integration) {
  return {
    status: 200,
    body: integration,
    headers: { etag: `"${integration.version}"` },
  } as const
}

function found<T>(value: T | undefined, missing: () => Error): T {
  if (value === undefined) throw missing()
  return value
}

export function createRoutes(parts: IntegrationParts): Routes {
  return { ...manageRoutes(parts), ...workRoutes, ...linkRoutes(parts) }
}

function manageRoutes(parts: IntegrationParts) {
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
  } satisfies Routes
}

const workRoutes = {
  'integrations.sync': async (ctx, { params, body }) => ({
    status: 202,
    body: await requestRun(ctx, params.integration, body),
  }),
  'integrations.runs': async (ctx, { params, query }) => {
    const { id } = await getRow(ctx, params.integration)
    return { status: 200, body: await listRuns(ctx, id, query) }
  },
  'sync_runs.get': async (ctx, { params }) => ({
    status: 200,
    body: found(await findRun(ctx, params.run), syncRunNotFound),
  }),
  'sync_runs.cancel': async (ctx, { params }) => ({
    status: 202,
    body: found(await cancelRun(ctx, params.run), syncRunNotFound),
  }),
  'integrations.failures': async (ctx, { params, query }) => {
    const { id } = await getRow(ctx, params.integration)
    return { status: 200, body: await listFailures(ctx, id, query) }
  },
  'integrations.retry_failures': async (ctx, { params }) => ({
    status: 202,
    body: { count: await retryItems(ctx, params.integration) },
  }),
  'integrations.inbound': async (ctx, { params, query }) => {
    const { id } = await getRow(ctx, params.integration)
    return { status: 200, body: await listInbound(ctx, id, query) }
  },
} satisfies Routes

function linkRoutes(parts: IntegrationParts) {
  return {
    'links.list': async (ctx, { query }) => {
      await refuseUnknown(ctx, query.integration)
      return { status: 200, body: await listLinks(ctx, query) }
    },
    'links.create': async (ctx, { params, body }) => {
      const link = await linkTask(ctx, parts, params.task, body.integration)
      return { status: 201, body: link, headers: { location: `/api/links/${link.id}` } }
    },
    'links.get': async (ctx, { params }) => ({
      status: 200,
      body: found(await findLink(ctx, params.link), linkNotFound),
    }),
    'links.explain': async (ctx, { params }) => ({
      status: 200,
      body: found(await explainLink(ctx, params.link), linkNotFound),
    }),
    'links.remove': async (ctx, { params }) => {
      if (!(await removeLink(ctx, params.link))) throw linkNotFound()
      return { status: 204, body: null }
    },
    'links.resume': async (ctx, { params }) => ({
      status: 200,
      body: found(await resumeLink(ctx, params.link), linkNotFound),
    }),
    'conflicts.list': async (ctx, { query }) => {
      await refuseUnknown(ctx, query.integration)
      return { status: 200, body: await listConflicts(ctx, query) }
    },
    'conflicts.resolve': async (ctx, { params, body }) => {
      const decided = found(await resolveConflict(ctx, params.conflict, body.use), conflictNotFound)
      if (decided === 'resolved') throw conflictResolved()
      return { status: 200, body: decided }
    },
    'write_backs.list': async (ctx, { query }) => {
      await refuseUnknown(ctx, query.integration)
      return { status: 200, body: await listWriteBacks(ctx, query) }
    },
    'write_backs.retry': async (ctx, { params }) => {
      const again = found(await retryWriteBack(ctx, params.write_back), writeBackNotFound)
      if (again === 'not_failed') throw writeBackNotFailed()
      return { status: 202, body: again }
    },
  } satisfies Routes
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
