// What was sent to a webhook, as a list and one by one.
import {
  type Delivery,
  type DeliveryListQuery,
  type DeliveryWithAttempts,
  PAGE_LIMIT_DEFAULT,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getWebhookRow } from '#domains/webhooks/index.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { deliveryNotFound } from '../errors.ts'
import {
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveries,
} from '../store/delivery-log.ts'
import { toAttempts, toDelivery } from './to-delivery.ts'

export async function getDeliveryRow(
  ctx: Context,
  deliveryId: string,
  options: { lock?: boolean } = {},
): Promise<DeliveryRow> {
  const id = decodeId('delivery', deliveryId)
  const row = id && (await findDelivery(ctx.tx, id, options))
  if (!row) throw deliveryNotFound()
  return row
}

export async function getDelivery(ctx: Context, deliveryId: string): Promise<DeliveryWithAttempts> {
  const row = await getDeliveryRow(ctx, deliveryId)
  const attempts = toAttempts(row, await listAttempts(ctx.tx, row.id))
  return { ...toDelivery(row), attempts }
}

export async function listDeliveryPage(
  ctx: Context,
  webhookId: string,
  query: DeliveryListQuery,
): Promise<{ data: Delivery[]; next_cursor: string | null }> {
  const { id } = await getWebhookRow(ctx, webhookId)
  const { limit = PAGE_LIMIT_DEFAULT, cursor, ...filters } = query
  const { status, event_type: type, since, until } = filters
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `deliveries ${id} ${JSON.stringify([status, type, since, until])}`,
  }
  const before = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const rows = await listDeliveries(ctx.tx, id, readFilter(filters), before, limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(toDelivery),
    next_cursor: rows.length > limit && last ? encodeCursor(scope, [last.id]) : null,
  }
}

function readFilter(query: Omit<DeliveryListQuery, 'limit' | 'cursor'>): DeliveryFilter {
  const { status, since, until } = query
  return {
    // Waiting for an earlier event of the same task is a kind of pending.
    statuses: status?.includes('pending') ? [...status, 'waiting'] : status,
    eventType: query.event_type,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  }
}
