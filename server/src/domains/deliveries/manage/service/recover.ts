// Sends again what did not arrive in a span of time: deliveries that failed, or events that were never noted for the webhook.
import { RECOVERY_MAX, type Recovery, type RecoveryResult } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { lockOrder } from '#domains/deliveries/queue/index.ts'
import { releaseNext } from '#domains/deliveries/send/index.ts'
import {
  getWebhookRow,
  noteRetry,
  recordAct,
  refuseDisabled,
  type WebhookRow,
} from '#domains/webhooks/index.ts'
import { insertDeliveries } from '../store/delivery-log.ts'
import { countUnsent, type EventRange, restartUnsent } from '../store/delivery-restarts.ts'
import { findMissing } from './find-missing.ts'

const ROWS_AT_ONCE = 5_000

export async function recover(
  ctx: Context,
  webhookId: string,
  input: Recovery,
): Promise<RecoveryResult> {
  const range = {
    since: new Date(input.since),
    until: input.until ? new Date(input.until) : ctx.now,
  }
  const isDry = input.dry_run ?? false
  // Held to the end: what is missing is looked for and noted by one at a time.
  const webhook = await getWebhookRow(ctx, webhookId, { lock: !isDry })
  if (!isDry) {
    refuseDisabled(webhook)
    await noteRetry(ctx.tx, [webhook.id])
  }
  const find = input.only === 'failed' ? recoverFailed : recoverMissing
  const result = await find(ctx, webhook, range, isDry)
  if (!isDry) await recordAct(ctx, webhook.id, 'recovered', told(input, result))
  return result
}

function told({ only, since, until }: Recovery, { count }: RecoveryResult) {
  return [{ field: 'recovered', from: null, to: { only, since, until: until ?? null, count } }]
}

async function recoverFailed(
  ctx: Context,
  webhook: WebhookRow,
  range: EventRange,
  isDry: boolean,
): Promise<RecoveryResult> {
  const found = await countUnsent(ctx.tx, webhook.id, range, RECOVERY_MAX + 1)
  const hasMore = found > RECOVERY_MAX
  if (isDry) return { count: Math.min(found, RECOVERY_MAX), has_more: hasMore }
  const restarted = await inTurn(ctx, webhook, async (status) => {
    const rows = await restartUnsent(ctx.tx, webhook.id, range, status, RECOVERY_MAX)
    return rows.map((row) => row.subject_id)
  })
  return { count: restarted, has_more: hasMore }
}

async function recoverMissing(
  ctx: Context,
  webhook: WebhookRow,
  range: EventRange,
  isDry: boolean,
): Promise<RecoveryResult> {
  const { missing, hasMore } = await findMissing(ctx.tx, webhook, range)
  if (!isDry) {
    await inTurn(ctx, webhook, async (status) => {
      for (let start = 0; start < missing.length; start += ROWS_AT_ONCE) {
        const some = missing.slice(start, start + ROWS_AT_ONCE)
        await insertDeliveries(ctx.tx, webhook.id, status, some)
      }
      return missing.map((row) => row.subject_id)
    })
  }
  return { count: missing.length, has_more: hasMore }
}

/** Where events of a task arrive in order all of them wait, and then the first of each task goes. */
async function inTurn(
  { tx }: Context,
  webhook: WebhookRow,
  note: (status: 'pending' | 'waiting') => Promise<string[]>,
): Promise<number> {
  if (webhook.ordering === 'none') return (await note('pending')).length
  await lockOrder(tx, [webhook.id])
  const subjectIds = await note('waiting')
  await releaseNext(
    tx,
    subjectIds.map((subjectId) => ({ webhookId: webhook.id, subjectId })),
  )
  return subjectIds.length
}
