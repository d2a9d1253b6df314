// Finding integrations, for those who read them and for those who are about to change one.
import type { Integration } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'
import type { Context } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { integrationNotFound, providerMissing, versionMismatch } from '../errors.ts'
import type { IntegrationParts } from '../parts.ts'
import { findIntegration, type IntegrationRow, listIntegrations } from '../store/integrations.ts'
import { showIntegration, showIntegrations } from './show-integration.ts'

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

export function getManifest({ host }: IntegrationParts, { provider }: IntegrationRow): Manifest {
  const manifest = host.findManifest(provider)
  if (!manifest) throw providerMissing(provider)
  return manifest
}

export async function getIntegration(
  ctx: Context,
  parts: IntegrationParts,
  integrationId: string,
): Promise<Integration> {
  return showIntegration(ctx, parts, await getRow(ctx, integrationId))
}

export async function listPage(
  ctx: Context,
  parts: IntegrationParts,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Integration[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'integrations' }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const found = await listIntegrations(ctx.tx, after, page.limit + 1)
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  const hasMore = found.length > page.limit && last
  return {
    data: await showIntegrations(ctx, parts, rows),
    next_cursor: hasMore ? encodeCursor(scope, [last.id]) : null,
  }
}
