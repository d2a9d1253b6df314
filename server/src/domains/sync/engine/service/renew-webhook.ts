// Webhooks that end by themselves are renewed before they do. Without one polling still finds everything, so a renewal that
// fails is no failure of the integration.

import { saveWebhook } from '#domains/sync/state/index.ts'
import { isAboutConnection } from '#domains/sync/work/index.ts'
import type { Turn } from './turn.ts'

/** Renewed when so much of its time is over. */
const RENEW_AT = 0.5
const AGAIN_MS = 3_600_000

export async function renewWebhook(work: Turn): Promise<void> {
  const { webhook, webhook_renew_at: at, id } = work.integration
  if (!webhook || !at || at.getTime() > Date.now()) return
  let renewed = webhook
  let renewAt: Date | null
  try {
    renewed = { ...webhook, ...(await work.session.renew(webhook.id, work.signal)) }
    const leftMs = renewed.expiresAt ? Date.parse(renewed.expiresAt) - Date.now() : undefined
    renewAt =
      leftMs === undefined ? null : new Date(Date.now() + Math.max(leftMs * RENEW_AT, 1_000))
  } catch (error) {
    if (isAboutConnection(error) || work.signal.aborted) throw error
    work.warn({ err: error }, 'a webhook could not be renewed; it is tried again')
    renewAt = new Date(Date.now() + AGAIN_MS)
  }
  // Somebody may have taken it back meanwhile, or registered another.
  await work.inLease((ctx) => saveWebhook(ctx.tx, id, webhook.id, renewed, renewAt))
}
