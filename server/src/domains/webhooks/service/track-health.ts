// The health of a webhook: since when it fails, and when it is disabled. An event announces that a day before.
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { clearFailing, disableWebhook, markFailing, markWarned } from '../store/health.ts'
import type { WebhookRow } from '../store/webhooks.ts'
import { toWebhook } from './to-webhook.ts'

/** What the attempts of a moment say: one arrived, none did, or the receiver wants no more. */
export type Health = { webhookId: string; state: 'working' | 'failing' | 'gone' }

const DAY_MS = 86_400_000
/** Only failures for so long, and it is disabled; its owner hears of it a day before. */
export const DISABLE_AFTER_MS = 5 * DAY_MS
const WARN_BEFORE_MS = DAY_MS

export async function trackHealth(ctx: WorkContext, health: Health): Promise<void> {
  switch (health.state) {
    case 'working':
      return clearFailing(ctx.tx, health.webhookId)
    case 'gone':
      return disable(ctx, health.webhookId, 'gone')
    case 'failing':
      return noteFailure(ctx, health.webhookId)
  }
}

async function noteFailure(ctx: WorkContext, webhookId: string): Promise<void> {
  const webhook = await markFailing(ctx.tx, webhookId, ctx.now)
  if (!webhook?.enabled || !webhook.failing_since) return
  const failingMs = ctx.now.getTime() - webhook.failing_since.getTime()
  if (failingMs < DISABLE_AFTER_MS - WARN_BEFORE_MS) return
  if (!webhook.warned_at) return warn(ctx, webhook)
  const warnedMs = ctx.now.getTime() - webhook.warned_at.getTime()
  if (failingMs >= DISABLE_AFTER_MS && warnedMs >= WARN_BEFORE_MS) {
    await disable(ctx, webhookId, 'failing')
  }
}

async function warn(ctx: WorkContext, webhook: WebhookRow): Promise<void> {
  if (!(await markWarned(ctx.tx, webhook.id, ctx.now))) return
  await announce(ctx, 'webhook.failing', webhook)
}

async function disable(
  ctx: WorkContext,
  webhookId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  const webhook = await disableWebhook(ctx.tx, webhookId, reason, ctx.now)
  if (!webhook) return
  await announce(ctx, 'webhook.disabled', webhook)
  await recordAudit(ctx, [
    {
      action: 'webhook.disabled',
      subjectId: webhook.id,
      changes: [{ field: 'enabled', from: true, to: false }],
    },
  ])
}

function announce(
  ctx: WorkContext,
  type: 'webhook.failing' | 'webhook.disabled',
  webhook: WebhookRow,
): Promise<void> {
  return emitEvents(ctx, [{ type, subjectId: webhook.id, data: toWebhook(webhook, 'readable') }])
}
