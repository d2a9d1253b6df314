// Finding connectors, for those who read them and for those who are about to change one.
import type { Connector } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { connectorNotFound, versionMismatch } from '../errors.ts'
import { type ConnectorRow, findConnector, listConnectors } from '../store/connectors.ts'
import { showConnector, showConnectors } from './show-connector.ts'

export type Expected = { version?: number }

export async function getRow(
  ctx: Pick<WorkContext, 'tx'>,
  connectorId: string,
  options: { lock?: boolean } = {},
): Promise<ConnectorRow> {
  const id = decodeId('connector', connectorId)
  const row = id && (await findConnector(ctx.tx, id, options))
  if (!row) throw connectorNotFound()
  return row
}

export async function lockVersion(
  ctx: Context,
  connectorId: string,
  { version }: Expected,
): Promise<ConnectorRow> {
  const row = await getRow(ctx, connectorId, { lock: true })
  if (version !== undefined && version !== row.version) throw versionMismatch(row.version)
  return row
}

export async function getConnector(ctx: Context, connectorId: string): Promise<Connector> {
  return showConnector(ctx, await getRow(ctx, connectorId))
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Connector[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'connectors' }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const found = await listConnectors(ctx.tx, after, page.limit + 1)
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  return {
    data: await showConnectors(ctx, rows),
    next_cursor: found.length > page.limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}
