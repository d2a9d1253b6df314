// Finding webhooks, for those who read them and for those who are about to change one.
import type { Webhook } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { versionMismatch, webhookDisabled, webhookNotFound } from '../errors.ts'
import { findWebhook, listWebhooks, type WebhookRow } from '../store/webhooks.ts'
import { showWebhook, toWebhooks } from './to-webhook.ts'

export type Expected = { version?: number }

export async function getRow(
  ctx: Context,
  webhookId: string,
  options: { lock?: boolean } = {},
): Promise<WebhookRow> {
  const id = decodeId('webhook', webhookId)
  const row = id && (await findWebhook(ctx.tx, id, options))
  if (!row) throw webhookNotFound()
  return row
}

export async function lockVersion(
  ctx: Context,
  webhookId: string,
  { version }: Expected,
): Promise<WebhookRow> {
  const row = await getRow(ctx, webhookId, { lock: true })
  if (version !== undefined && version !== row.version) throw versionMismatch(row.version)
  return row
}

/** Nothing can be sent to one that is disabled. */
export function refuseDisabled(row: WebhookRow): void {
  if (!row.enabled) throw webhookDisabled()
}

export async function getWebhook(ctx: Context, webhookId: string): Promise<Webhook> {
  return showWebhook(ctx, await getRow(ctx, webhookId))
}

type PageRequest = { limit: number; cursor?: string | undefined }

/** A cursor belongs to the list it was made for. */
export async function listWebhookRows(
  ctx: Context,
  list: 'webhooks' | 'webhooks.health',
  page: PageRequest,
): Promise<{ rows: WebhookRow[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: list }
  const after = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const found = await listWebhooks(ctx.tx, after, page.limit + 1)
  const rows = found.slice(0, page.limit)
  const last = rows.at(-1)
  return {
    rows,
    next_cursor: found.length > page.limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}

export async function listPage(
  ctx: Context,
  page: PageRequest,
): Promise<{ data: Webhook[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await listWebhookRows(ctx, 'webhooks', page)
  return { data: await toWebhooks(ctx, rows), next_cursor }
}
