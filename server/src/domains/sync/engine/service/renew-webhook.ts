// Renews vendor webhooks before they expire. Without one, polling still finds all changes, so a failed renewal is no failure of
// the integration.
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
    work.warn({ err: error }, 'failed to renew a vendor webhook; it is retried')
    renewAt = new Date(Date.now() + AGAIN_MS)
  }
  // It may have been unregistered or replaced in the meantime.
  await work.inLease((ctx) => saveWebhook(ctx.tx, id, webhook.id, renewed, renewAt))
}
