// Requests to an integration: sync now, retry items.
import type { SyncAsked, SyncRequest } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { refuseUnready } from '#domains/sync/state/index.ts'
import { requestSync, retryFailures } from './request-sync.ts'

/** How many items are tried again. */
export async function retryItems(ctx: Context, integrationId: string): Promise<number> {
  const { id } = await refuseUnready(ctx, integrationId)
  const count = await retryFailures(ctx, id)
  const changes = [{ field: 'count', from: null, to: count }]
  await recordAudit(ctx, [{ action: 'integration.failures_retried', subjectId: id, changes }])
  return count
}

export async function requestRun(
  ctx: Context,
  { refuseUnusable }: { refuseUnusable: (ctx: Context, integrationId: string) => Promise<void> },
  integrationId: string,
  { full }: SyncRequest,
): Promise<SyncAsked> {
  const { id } = await refuseUnready(ctx, integrationId)
  // A sync that cannot start would stay queued, and the caller would wait for it.
  await refuseUnusable(ctx, integrationId)
  const run = await requestSync(ctx, id, { full: full ?? false })
  return { state: run ? 'running' : 'asked', run }
}
