// Resends one delivery immediately, with a new retry schedule.
import type { Delivery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { lockOrder } from '#domains/deliveries/queue/index.ts'
import { releaseNext } from '#domains/deliveries/send/index.ts'
import {
  findWebhook,
  noteRetry,
  recordAct,
  refuseDisabled,
  webhookDisabled,
} from '#domains/webhooks/index.ts'
import { encodeId } from '#lib/ids.ts'
import { restartDelivery } from '../store/delivery-restarts.ts'
import { getDeliveryRow } from './get-delivery.ts'
import { toDelivery } from './to-delivery.ts'

export async function resendDelivery(ctx: Context, deliveryId: string): Promise<Delivery> {
  const { webhook_id: webhookId } = await getDeliveryRow(ctx, deliveryId)
  const webhook = await findWebhook(ctx.tx, webhookId)
  if (!webhook) throw webhookDisabled()
  refuseDisabled(webhook)
  await noteRetry(ctx.tx, [webhookId])
  const isOrdered = webhook.ordering === 'task'
  if (isOrdered) await lockOrder(ctx.tx, [webhookId])
  const row = await getDeliveryRow(ctx, deliveryId, { lock: true })
  await restartDelivery(ctx.tx, row, isOrdered ? 'waiting' : 'pending')
  if (isOrdered) await releaseNext(ctx.tx, [{ webhookId, subjectId: row.subject_id }])
  const to = encodeId('delivery', row.id)
  await recordAct(ctx, webhookId, 'resent', [{ field: 'delivery', from: null, to }])
  return toDelivery(await getDeliveryRow(ctx, deliveryId))
}
