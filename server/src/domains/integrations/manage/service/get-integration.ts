// Integrations as clients read them, one by one and in pages.
import type { Integration } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import { getRow, listIntegrations } from '#domains/integrations/records/index.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { showIntegration, showIntegrations } from './show-integration.ts'

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
