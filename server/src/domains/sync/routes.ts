// Operations on syncs, links, conflicts and write-backs bound to the rules; nothing is parsed or decided here.
import type { PluginHost } from '#agent/host.ts'
import type { Context } from '#db/context.ts'
import type { Routes } from '#http/route.ts'
import {
  conflictNotFound,
  conflictResolved,
  linkNotFound,
  syncRunNotFound,
  writeBackNotFailed,
  writeBackNotFound,
} from './errors.ts'
import {
  explainLink,
  findLink,
  linkTask,
  listConflicts,
  listLinks,
  listWriteBacks,
  removeLink,
  resolveConflict,
  resumeLink,
  retryWriteBack,
} from './links/index.ts'
import {
  cancelRun,
  findRun,
  listFailures,
  listInbound,
  listRuns,
  requestRun,
  retryItems,
} from './runs/index.ts'
import { getIntegration, refuseUnknown } from './state/index.ts'

type SyncParts = {
  host: Pick<PluginHost, 'findManifest'>
  /** Throws if the integration has no provider or credential that a sync could use. */
  refuseUnusable: (ctx: Context, integrationId: string) => Promise<void>
}

function found<T>(value: T | undefined, missing: () => Error): T {
  if (value === undefined) throw missing()
  return value
}

export function createRoutes(parts: SyncParts): Routes {
  return {
    'integrations.sync': async (ctx, { params, body }) => ({
      status: 202,
      body: await requestRun(ctx, parts, params.integration, body),
    }),
    ...workRoutes,
    ...linkRoutes(parts),
  }
}

const workRoutes = {
  'integrations.runs': async (ctx, { params, query }) => {
    const { id } = await getIntegration(ctx, params.integration)
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
    const { id } = await getIntegration(ctx, params.integration)
    return { status: 200, body: await listFailures(ctx, id, query) }
  },
  'integrations.retry_failures': async (ctx, { params }) => ({
    status: 202,
    body: { count: await retryItems(ctx, params.integration) },
  }),
  'integrations.inbound': async (ctx, { params, query }) => {
    const { id } = await getIntegration(ctx, params.integration)
    return { status: 200, body: await listInbound(ctx, id, query) }
  },
} satisfies Routes

function linkRoutes(parts: SyncParts) {
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
