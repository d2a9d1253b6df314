// The integration that a request about its sync is for.
import type { Context } from '#db/context.ts'
import { integrationNotFound, integrationPaused } from '#domains/sync/errors.ts'
import { decodeId } from '#lib/ids.ts'
import { findRequested, type RequestedIntegration } from './store.ts'

export async function getIntegration(
  ctx: Pick<Context, 'tx'>,
  integrationId: string,
): Promise<RequestedIntegration> {
  const id = decodeId('integration', integrationId)
  const row = id && (await findRequested(ctx.tx, id))
  if (!row) throw integrationNotFound()
  return row
}

/** A list that is narrowed to an integration that is not there is a mistake, not empty. */
export async function refuseUnknown(
  ctx: Context,
  integrationId: string | undefined,
): Promise<void> {
  if (integrationId !== undefined) await getIntegration(ctx, integrationId)
}

export async function refuseUnready(
  ctx: Context,
  integrationId: string,
): Promise<RequestedIntegration> {
  const row = await getIntegration(ctx, integrationId)
  if (row.paused) throw integrationPaused()
  return row
}
