// A webhook as clients see it: no secret is in it.
import type { Webhook } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { listSecretStates, type SecretState } from '#domains/vault/index.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import type { WebhookRow } from '../store/webhooks.ts'

export function toWebhook(row: WebhookRow, state: SecretState, now = new Date()): Webhook {
  const until = row.previous_secret_until
  return {
    id: encodeId('webhook', row.id),
    url: row.url,
    description: row.description,
    event_types: row.event_types,
    filter: row.filter,
    ordering: row.ordering,
    enabled: row.enabled,
    disabled_reason: row.disabled_reason,
    header_names: row.header_names,
    failing_since: row.failing_since?.toISOString() ?? null,
    secret_state: state,
    rotation: until && until > now ? { expires_at: until.toISOString() } : null,
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

type ShowContext = Pick<Context, 'tx' | 'keyring' | 'now'>

/** Tells which secrets have to be entered again, without opening any. */
export async function toWebhooks(
  ctx: ShowContext,
  rows: readonly WebhookRow[],
): Promise<Webhook[]> {
  if (rows.length === 0) return []
  const sealed = rows.flatMap(({ secret, headers }) => [secret, headers ?? secret])
  const states = await listSecretStates(ctx, sealed)
  return rows.map((row, index) => {
    const isReadable = states[2 * index] === 'readable' && states[2 * index + 1] === 'readable'
    return toWebhook(row, isReadable ? 'readable' : 'needs_reentry', ctx.now)
  })
}

export async function showWebhook(ctx: ShowContext, row: WebhookRow): Promise<Webhook> {
  const [webhook] = await toWebhooks(ctx, [row])
  if (!webhook) throw new Error('one row is one webhook')
  return webhook
}
