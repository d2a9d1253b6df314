// Finding an integration, for those who read it and for those who are about to change it.
import type { Context } from '#db/context.ts'
import { integrationNotFound, versionMismatch } from '#domains/integrations/errors.ts'
import { decodeId } from '#lib/ids.ts'
import { findIntegration, type IntegrationRow } from '../store.ts'

export type Expected = { version?: number }

export async function getRow(
  ctx: Pick<Context, 'tx'>,
  integrationId: string,
  options: { lock?: boolean } = {},
): Promise<IntegrationRow> {
  const id = decodeId('integration', integrationId)
  const row = id && (await findIntegration(ctx.tx, id, options))
  if (!row) throw integrationNotFound()
  return row
}

export async function lockVersion(
  ctx: Context,
  integrationId: string,
  { version }: Expected,
): Promise<IntegrationRow> {
  const row = await getRow(ctx, integrationId, { lock: true })
  if (version !== undefined && version !== row.version) throw versionMismatch(row.version)
  return row
}
