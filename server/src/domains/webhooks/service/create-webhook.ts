// Creates a webhook. Its secret is returned once, here, and stored sealed.
import type { Webhook, WebhookCreate } from '@task-service/contract'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { actorText } from '#lib/actor.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { readHeaders } from '../custom-headers.ts'
import { webhookLimitReached } from '../errors.ts'
import { makeSecret, sealHeaders, sealWebhookSecret } from '../secrets.ts'
import { countWebhooks, insertWebhook, lockCount, type WebhookRow } from '../store/webhooks.ts'
import { recordAct } from './record-act.ts'
import { toWebhook } from './to-webhook.ts'

export type WebhookAndSecret = { webhook: Webhook; secret: Secret }

export type WebhookLimits = {
  /** Of one tenant; null is no limit. */
  maxWebhooks: number | null
}

export async function createWebhook(
  ctx: Context,
  input: WebhookCreate,
  { maxWebhooks }: WebhookLimits,
): Promise<WebhookAndSecret> {
  if (maxWebhooks !== null) await refuseTooMany(ctx, maxWebhooks)
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const headers = readHeaders(input.headers ?? {})
  const secret = input.secret === undefined ? makeSecret() : Secret.from(input.secret)
  const enabled = input.enabled ?? true
  const row: WebhookRow = {
    id,
    url: input.url,
    description: input.description ?? '',
    event_types: input.event_types ?? [],
    filter: input.filter ?? {},
    ordering: input.ordering ?? 'none',
    enabled,
    disabled_reason: enabled ? null : 'manual',
    secret: await sealWebhookSecret(ctx, id, 'secret', secret),
    previous_secret: null,
    previous_secret_until: null,
    headers: await sealHeaders(ctx, { id, url: input.url }, headers),
    header_names: Object.keys(headers),
    failing_since: null,
    warned_at: null,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
  }
  await Promise.all([insertWebhook(ctx.tx, row), recordAct(ctx, id, 'created')])
  return { webhook: toWebhook(row, 'readable', ctx.now), secret }
}

async function refuseTooMany({ tx }: Context, most: number): Promise<void> {
  await lockCount(tx)
  if ((await countWebhooks(tx, most)) >= most) throw webhookLimitReached(most)
}
