// Replacing the secret of a webhook. For a while both sign, so that no receiver refuses anything meanwhile.
import { OVERLAP_HOURS_DEFAULT, type SecretRotation } from '@task-service/contract'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { makeSecret, openCurrentSecret, sealWebhookSecret } from '../secrets.ts'
import { updateWebhook, type WebhookRow } from '../store/webhooks.ts'
import type { WebhookAndSecret } from './create-webhook.ts'
import { getRow } from './get-webhook.ts'
import { recordAct } from './record-act.ts'
import { showWebhook } from './to-webhook.ts'

const HOUR_MS = 3_600_000

export async function rotateSecret(
  ctx: Context,
  webhookId: string,
  input: SecretRotation,
): Promise<WebhookAndSecret> {
  const before = await getRow(ctx, webhookId, { lock: true })
  const secret = input.secret === undefined ? makeSecret() : Secret.from(input.secret)
  const after: WebhookRow = {
    ...before,
    ...(await keepForAWhile(ctx, before, input.overlap_hours ?? OVERLAP_HOURS_DEFAULT)),
    secret: await sealWebhookSecret(ctx, before.id, 'secret', secret),
    version: before.version + 1,
    updated_at: ctx.now,
  }
  await Promise.all([updateWebhook(ctx.tx, after), recordAct(ctx, before.id, 'secret_rotated')])
  return { webhook: await showWebhook(ctx, after), secret }
}

/** Sealed again, because a secret is bound to the field it was sealed for. A lost secret is dropped. */
async function keepForAWhile(
  ctx: Context,
  before: WebhookRow,
  hours: number,
): Promise<Pick<WebhookRow, 'previous_secret' | 'previous_secret_until'>> {
  const earlier = hours === 0 ? 'needs_reentry' : await openCurrentSecret(ctx, before)
  if (earlier === 'needs_reentry') return { previous_secret: null, previous_secret_until: null }
  return {
    previous_secret: await sealWebhookSecret(ctx, before.id, 'previous_secret', earlier),
    previous_secret_until: new Date(ctx.now.getTime() + hours * HOUR_MS),
  }
}
