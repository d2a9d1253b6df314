// Attempts the pending deliveries of a webhook now instead of when they are scheduled.
import { RECOVERY_MAX, type WebhookRetryResult } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getWebhookRow, noteRetry, recordAct, refuseDisabled } from '#domains/webhooks/index.ts'
import { countPending, restartScheduled } from '../store/delivery-restarts.ts'

/** Those that are due are in the queue already: they only wait until a worker tries the receiver again. */
export async function retryWebhook(ctx: Context, webhookId: string): Promise<WebhookRetryResult> {
  const webhook = await getWebhookRow(ctx, webhookId, { lock: true })
  refuseDisabled(webhook)
  const found = await countPending(ctx.tx, webhook.id, RECOVERY_MAX + 1)
  await restartScheduled(ctx.tx, webhook.id, RECOVERY_MAX)
  await noteRetry(ctx.tx, [webhook.id])
  const count = Math.min(found, RECOVERY_MAX)
  await recordAct(ctx, webhook.id, 'retried', [{ field: 'retried', from: null, to: { count } }])
  return { count, has_more: found > RECOVERY_MAX }
}
