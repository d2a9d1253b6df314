// The domains that serve requests, listed explicitly so that the list can be read.
import type { Config } from '#config/config.ts'
import type { PasswordHasher } from '#crypto/password-hasher.ts'
import { createRoutes as createAgentRoutes } from '#domains/agents/index.ts'
import { routes as approvals } from '#domains/approvals/index.ts'
import {
  routes as attachments,
  createUploads as createAttachmentUploads,
  type FileLimits,
} from '#domains/attachments/index.ts'
import { routes as audit, downloads as auditDownloads } from '#domains/audit/index.ts'
import { routes as bulk } from '#domains/bulk/index.ts'
import { routes as comments } from '#domains/comments/index.ts'
import { createRoutes as createConnectorRoutes } from '#domains/connectors/index.ts'
import { routes as counts } from '#domains/counts/index.ts'
import { routes as deliveries } from '#domains/deliveries/index.ts'
import {
  createExternalCalls as createEdgeExternalCalls,
  routes as edge,
} from '#domains/edge/index.ts'
import { routes as events } from '#domains/events/index.ts'
import { downloads as exportDownloads } from '#domains/exports/index.ts'
import { routes as fields } from '#domains/fields/index.ts'
import {
  createUploads as createImportUploads,
  type ImportLimits,
  downloads as importDownloads,
  routes as imports,
} from '#domains/imports/index.ts'
import {
  createExternalCalls as createIntegrationExternalCalls,
  createPrechecks as createIntegrationPrechecks,
  createRoutes as createIntegrationRoutes,
  findUsable,
  type IntegrationParts,
} from '#domains/integrations/index.ts'
import type { Instance } from '#domains/keys/index.ts'
import { createRoutes as createQuestionRoutes } from '#domains/questions/index.ts'
import { routes as queues } from '#domains/queues/index.ts'
import { createRoutes as createScheduleRoutes } from '#domains/schedules/index.ts'
import { routes as stats } from '#domains/stats/index.ts'
import { createRoutes as createSyncRoutes, recheckAgent } from '#domains/sync/index.ts'
import { routes as tasks } from '#domains/tasks/index.ts'
import { createRoutes as createTemplateRoutes } from '#domains/templates/index.ts'
import { routes as tenants } from '#domains/tenants/index.ts'
import { createUserPrechecks } from '#domains/users/index.ts'
import { routes as views } from '#domains/views/index.ts'
import {
  createPrechecks as createWebhookPrechecks,
  createRoutes as createWebhookRoutes,
} from '#domains/webhooks/index.ts'
import {
  createExternalCalls as createWorkExternalCalls,
  createRoutes as createWorkRoutes,
  releaseRunsOf,
} from '#domains/work/index.ts'
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { Egress } from '#egress/egress.ts'
import type { Downloads, ExternalCalls, Prechecks, Routes, Uploads } from '#http/route.ts'

export { createFileDownloads } from '#domains/attachments/index.ts'
export { createSystemRoutes } from '#domains/system/index.ts'
export { createGroupCommits } from '#domains/tasks/index.ts'

export function createRoutes(
  { limits }: Pick<Config<'database'>, 'limits'>,
  { pepper }: Pick<Instance, 'pepper'>,
  integrations: IntegrationParts,
): Routes {
  return {
    ...createAgentRoutes({ pepper, endRuns: releaseRunsOf, recheckEffects: recheckAgent }),
    ...approvals,
    ...attachments,
    ...audit,
    ...bulk,
    ...comments,
    ...createConnectorRoutes({ maxConnectors: limits.connectors }),
    ...counts,
    ...deliveries,
    ...edge,
    ...events,
    ...fields,
    ...imports,
    ...createIntegrationRoutes(integrations),
    ...createQuestionRoutes({ pepper, http: integrations.http }),
    ...queues,
    ...createScheduleRoutes({ maxSchedules: limits.schedules }),
    ...stats,
    ...createSyncRoutes({
      ...integrations,
      refuseUnusable: async (ctx, id) => void (await findUsable(ctx, integrations, id)),
    }),
    ...tasks,
    ...createTemplateRoutes({ maxTemplates: limits.templates }),
    ...tenants,
    ...views,
    ...createWebhookRoutes({ maxWebhooks: limits.webhooks }),
    ...createWorkRoutes(integrations),
  }
}

export function createUploads(
  limits: { files: FileLimits; imports: ImportLimits },
  bucket: Bucket | null,
): Uploads {
  return {
    ...createAttachmentUploads(limits.files, bucket),
    ...createImportUploads(limits.imports),
  }
}

export const downloads: Downloads = { ...auditDownloads, ...exportDownloads, ...importDownloads }

export function createExternalCalls(
  integrations: IntegrationParts,
  claims: Parameters<typeof createWorkExternalCalls>[0],
  stopping: AbortSignal,
): ExternalCalls {
  return {
    ...createEdgeExternalCalls(stopping),
    ...createIntegrationExternalCalls(integrations),
    ...createWorkExternalCalls(claims, integrations, stopping),
  }
}

export function createPrechecks(parts: {
  integrations: IntegrationParts
  egress: Pick<Egress, 'findFault'>
  hasher: PasswordHasher
}): Prechecks {
  return {
    ...createWebhookPrechecks(parts.egress),
    ...createUserPrechecks(parts.hasher),
    ...createIntegrationPrechecks(parts.integrations),
  }
}
