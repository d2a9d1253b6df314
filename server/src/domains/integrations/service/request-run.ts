// Requests to an integration: sync now, retry items, create an item for a task.
import type { Link, SyncAsked, SyncRequest } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { createLink, listLinks } from '#domains/links/index.ts'
import { requestSync, retryFailures } from '#domains/sync/index.ts'
import { integrationPaused, linkNotAllowed, linkTaken } from '../errors.ts'
import type { IntegrationParts } from '../parts.ts'
import type { IntegrationRow } from '../store/integrations.ts'
import { getRow } from './get-integration.ts'
import { recordAct } from './record-act.ts'

/** A list that is narrowed to an integration that is not there is a mistake, not empty. */
export async function refuseUnknown(
  ctx: Context,
  integrationId: string | undefined,
): Promise<void> {
  if (integrationId !== undefined) await getRow(ctx, integrationId)
}

async function refuseUnready(ctx: Context, integrationId: string): Promise<IntegrationRow> {
  const row = await getRow(ctx, integrationId)
  if (row.paused) throw integrationPaused()
  return row
}

/** How many items are tried again. */
export async function retryItems(ctx: Context, integrationId: string): Promise<number> {
  const { id } = await refuseUnready(ctx, integrationId)
  const count = await retryFailures(ctx, id)
  await recordAct(ctx, id, 'failures_retried', [{ field: 'count', from: null, to: count }])
  return count
}

export async function requestRun(
  ctx: Context,
  integrationId: string,
  { full }: SyncRequest,
): Promise<SyncAsked> {
  const { id } = await refuseUnready(ctx, integrationId)
  const run = await requestSync(ctx, id, { full: full ?? false })
  return { state: run ? 'running' : 'asked', run }
}

export async function linkTask(
  ctx: Context,
  { host }: IntegrationParts,
  task: string,
  integrationId: string,
): Promise<Link> {
  const row = await getRow(ctx, integrationId)
  const manifest = host.findManifest(row.provider)
  if (manifest && !manifest.capabilities.create) throw linkNotAllowed()
  const link = await createLink(ctx, task, row.id)
  if (link !== 'exists') return link
  const { data } = await listLinks(ctx, { task, integration: integrationId })
  throw linkTaken(data.find(({ state }) => state !== 'gone')?.id ?? '')
}
