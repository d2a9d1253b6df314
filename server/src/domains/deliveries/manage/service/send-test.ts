// Asks for a test event: it goes to this webhook only, whatever it wants otherwise.
import type { Delivery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import {
  getWebhookRow,
  noteRetry,
  recordAct,
  refuseDisabled,
  showWebhook,
} from '#domains/webhooks/index.ts'
import { emitEvents } from '#events/emit.ts'
import { encodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { insertDeliveries } from '../store/delivery-log.ts'
import { getDeliveryRow } from './get-delivery.ts'
import { toDelivery } from './to-delivery.ts'

const TYPE = 'webhook.test'

export async function sendTest(ctx: Context, webhookId: string): Promise<Delivery> {
  const row = await getWebhookRow(ctx, webhookId, { lock: true })
  refuseDisabled(row)
  const data = await showWebhook(ctx, row)
  const [eventId, deliveryId] = [uuidv7(), uuidv7()]
  await Promise.all([
    emitEvents(ctx, [{ id: eventId, type: TYPE, subjectId: row.id, data }]),
    insertDeliveries(ctx.tx, row.id, 'pending', [
      {
        id: deliveryId,
        event_xid: null,
        event_id: eventId,
        event_type: TYPE,
        event_at: ctx.now,
        subject_id: row.id,
      },
    ]),
    noteRetry(ctx.tx, [row.id]),
    recordAct(ctx, row.id, 'tested'),
  ])
  return toDelivery(await getDeliveryRow(ctx, encodeId('delivery', deliveryId)))
}
