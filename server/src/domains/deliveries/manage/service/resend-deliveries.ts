// Resends many deliveries at once; those that cannot be resent are left out.
import type { DeliveriesResend, DeliveriesResendResult } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { lockOrder } from '#domains/deliveries/queue/index.ts'
import { releaseNext } from '#domains/deliveries/send/index.ts'
import { findWebhook, noteRetry, recordAct, type WebhookRow } from '#domains/webhooks/index.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import {
  listForResend,
  type ResentDelivery,
  restartDeliveries,
} from '../store/delivery-restarts.ts'

export async function resendDeliveries(
  ctx: Context,
  { deliveries }: DeliveriesResend,
): Promise<DeliveriesResendResult> {
  const ids = deliveries.flatMap((delivery) => decodeId('delivery', delivery) ?? [])
  const found = await listForResend(ctx.tx, ids)
  const webhooks = await listEnabled(ctx, found)
  const resent = found.filter(({ webhook_id: id }) => webhooks.has(id))
  await restart(ctx, webhooks, resent)
  for (const [webhookId, ofWebhook] of Map.groupBy(resent, (one) => one.webhook_id)) {
    const to = ofWebhook.map(({ id }) => encodeId('delivery', id))
    await recordAct(ctx, webhookId, 'resent', [{ field: 'deliveries', from: null, to }])
  }
  return { count: resent.length, skipped: listSkipped(deliveries, found, resent) }
}

async function listEnabled(
  { tx }: Context,
  deliveries: readonly ResentDelivery[],
): Promise<Map<string, WebhookRow>> {
  const webhooks = new Map<string, WebhookRow>()
  for (const id of new Set(deliveries.map((delivery) => delivery.webhook_id))) {
    const webhook = await findWebhook(tx, id)
    if (webhook?.enabled) webhooks.set(id, webhook)
  }
  return webhooks
}

/** Where events of a task arrive in order all of them wait, and then the first of each task goes. */
async function restart(
  { tx }: Context,
  webhooks: ReadonlyMap<string, WebhookRow>,
  resent: readonly ResentDelivery[],
): Promise<void> {
  if (resent.length === 0) return
  const isOrdered = (delivery: ResentDelivery) =>
    webhooks.get(delivery.webhook_id)?.ordering === 'task'
  const ordered = resent.filter(isOrdered)
  // Webhooks, then the order, then deliveries: the order of locks of every request.
  await noteRetry(tx, [...webhooks.keys()])
  await lockOrder(
    tx,
    ordered.map((one) => one.webhook_id),
  )
  await listForResend(
    tx,
    resent.map(({ id }) => id),
    { lock: true },
  )
  await restartDeliveries(tx, ordered, 'waiting')
  await restartDeliveries(
    tx,
    resent.filter((one) => !isOrdered(one)),
    'pending',
  )
  if (ordered.length > 0) {
    await releaseNext(
      tx,
      ordered.map((one) => ({ webhookId: one.webhook_id, subjectId: one.subject_id })),
    )
  }
}

function listSkipped(
  asked: readonly string[],
  found: readonly ResentDelivery[],
  resent: readonly ResentDelivery[],
): DeliveriesResendResult['skipped'] {
  const known = new Set(found.map(({ id }) => encodeId('delivery', id)))
  const sent = new Set(resent.map(({ id }) => encodeId('delivery', id)))
  return asked
    .filter((delivery) => !sent.has(delivery))
    .map((delivery) => ({
      delivery_id: delivery,
      code: known.has(delivery) ? 'webhook_disabled' : 'delivery_not_found',
    }))
}
