// What was sent to a webhook, as a list and one by one.
import {
  type Delivery,
  type DeliveryListQuery,
  type DeliveryLogQuery,
  type DeliveryWithAttempts,
  PAGE_LIMIT_DEFAULT,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import { getWebhookRow } from '#domains/webhooks/index.ts'
import { toEnvelope } from '#events/envelope.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { deliveryNotFound } from '../errors.ts'
import {
  type DeliveryFilter,
  type DeliveryPlace,
  type DeliveryRow,
  findDelivery,
  findEventOf,
  listAllDeliveries,
  listAttempts,
  listDeliveries,
  listTaskDeliveries,
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
  const [failed, event] = await Promise.all([
    listAttempts(ctx.tx, row.id),
    findEventOf(ctx.tx, row),
  ])
  return {
    ...toDelivery(row),
    attempts: toAttempts(row, failed),
    event: event ? toEnvelope(event, ctx.tenant.slug) : null,
  }
}

type DeliveryPage = { data: Delivery[]; next_cursor: string | null }

export async function listDeliveryPage(
  ctx: Context,
  webhookId: string,
  query: DeliveryListQuery,
): Promise<DeliveryPage> {
  const { id } = await getWebhookRow(ctx, webhookId)
  return readPage(ctx, id, query, (place) => listDeliveries(ctx.tx, id, place))
}

export async function listDeliveryLog(
  ctx: Context,
  { webhook, task, ...query }: DeliveryLogQuery,
): Promise<DeliveryPage> {
  if (task !== undefined) {
    const taskId = await getTaskUuid(ctx, task)
    const webhookId = webhook === undefined ? undefined : (await getWebhookRow(ctx, webhook)).id
    return readPage(ctx, `of ${taskId} ${webhookId ?? ''}`, query, (place) =>
      listTaskDeliveries(ctx.tx, taskId, webhookId, place),
    )
  }
  return webhook === undefined
    ? readPage(ctx, 'all', query, (place) => listAllDeliveries(ctx.tx, place))
    : listDeliveryPage(ctx, webhook, query)
}

/** Whose deliveries they are is part of what a cursor is good for. */
async function readPage(
  ctx: Context,
  whose: string,
  query: DeliveryListQuery,
  list: (place: DeliveryPlace) => Promise<DeliveryRow[]>,
): Promise<DeliveryPage> {
  const { limit = PAGE_LIMIT_DEFAULT, cursor, ...filters } = query
  const { status, event_type: type, since, until } = filters
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `deliveries ${whose} ${JSON.stringify([status, type, since, until])}`,
  }
  const before = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const rows = await list({ filter: readFilter(filters), before, limit: limit + 1 })
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
