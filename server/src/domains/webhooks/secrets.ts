// The secrets of a webhook, sealed and opened. Each has its place in the row, and opens in no other.
import { randomBytes } from 'node:crypto'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import {
  openSecret,
  type Sealed,
  SecretDamaged,
  type SecretPlace,
  sealSecret,
} from '#domains/vault/index.ts'
import type { CustomHeaders } from './custom-headers.ts'
import type { WebhookRow } from './store/webhooks.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>
export type SecretField = 'secret' | 'previous_secret' | 'headers'

export const SECRET_PREFIX = 'whsec_'
/** Standard Webhooks asks for 24 to 64 bytes. */
const SECRET_BYTES = 32

export function makeSecret(): Secret {
  return Secret.from(SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64'))
}

function placeOf(webhookId: string, field: SecretField): SecretPlace {
  return { ownerKind: 'webhooks', ownerId: webhookId, field }
}

/** Scheme, host and port: who receives what is sent there. */
export function originOf(url: string): string {
  return new URL(url).origin
}

type HeaderOwner = Pick<WebhookRow, 'id' | 'url'>

/** The origin is part of the seal: in a row whose URL leads elsewhere they do not open. */
function placeOfHeaders({ id, url }: HeaderOwner): SecretPlace {
  return { ...placeOf(id, 'headers'), allowedHosts: [originOf(url)] }
}

export function sealWebhookSecret(
  ctx: VaultContext,
  webhookId: string,
  field: 'secret' | 'previous_secret',
  secret: Secret,
): Promise<Sealed> {
  return sealSecret(ctx, placeOf(webhookId, field), secret)
}

/** Null when there are none: nothing is kept that could be lost. */
export async function sealHeaders(
  ctx: VaultContext,
  owner: HeaderOwner,
  headers: CustomHeaders,
): Promise<Sealed | null> {
  if (Object.keys(headers).length === 0) return null
  return sealSecret(ctx, placeOfHeaders(owner), Secret.from(JSON.stringify(headers)))
}

export type WebhookSecrets = {
  current: Secret
  /** While a rotation lasts; both sign. */
  previous?: Secret
  headers: CustomHeaders
}

type SealedParts = Pick<
  WebhookRow,
  'id' | 'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'headers'
>

/** `needs_reentry` when one of them was sealed under a master key that was given up for lost, or headers do not open. */
export async function openWebhookSecrets(
  ctx: VaultContext & { now: Date },
  row: SealedParts,
): Promise<WebhookSecrets | 'needs_reentry'> {
  const current = await openCurrentSecret(ctx, row)
  const headers = await openHeaders(ctx, row)
  if (current === 'needs_reentry' || headers === 'needs_reentry') return 'needs_reentry'
  const isRotating = row.previous_secret_until !== null && row.previous_secret_until > ctx.now
  const previous =
    isRotating && row.previous_secret
      ? await openSecret(ctx, placeOf(row.id, 'previous_secret'), row.previous_secret)
      : 'needs_reentry'
  // An earlier secret that cannot be opened costs those who still verify by it, not the others.
  return { current, headers, ...(previous !== 'needs_reentry' && { previous }) }
}

export function openCurrentSecret(
  ctx: VaultContext,
  row: Pick<WebhookRow, 'id' | 'secret'>,
): Promise<Secret | 'needs_reentry'> {
  return openSecret(ctx, placeOf(row.id, 'secret'), row.secret)
}

/** Of the up to three secrets of a row. */
export async function countReadable(ctx: VaultContext, row: SealedParts): Promise<number> {
  const { secret, previous_secret: previous, headers } = row
  const opened = [
    await openHere(ctx, placeOf(row.id, 'secret'), secret),
    previous && (await openHere(ctx, placeOf(row.id, 'previous_secret'), previous)),
    headers && (await openHeaders(ctx, row)),
  ]
  return opened.filter((one) => one && one !== 'needs_reentry').length
}

/** One of them as text; undefined when it does not open. */
export async function openSecretOf(
  ctx: VaultContext,
  row: Pick<SealedParts, 'id' | 'url' | SecretField>,
  field: SecretField,
): Promise<Secret | undefined> {
  if (field === 'headers') {
    const headers = await openHeaders(ctx, row)
    return headers === 'needs_reentry' ? undefined : Secret.from(JSON.stringify(headers))
  }
  const sealed = row[field]
  const secret = sealed && (await openHere(ctx, placeOf(row.id, field), sealed))
  return secret && secret !== 'needs_reentry' ? secret : undefined
}

/**
 * Headers that were sealed for another origin have to be entered again: an exception would hold up the deliveries of
 * the tenant's other webhooks, which are prepared together with this one's.
 */
export async function openHeaders(
  ctx: VaultContext,
  row: HeaderOwner & Pick<WebhookRow, 'headers'>,
): Promise<CustomHeaders | 'needs_reentry'> {
  if (!row.headers) return {}
  // Earlier releases sealed them without the origin. That is safe: a change of the origin removes them.
  for (const place of [placeOfHeaders(row), placeOf(row.id, 'headers')]) {
    const opened = await openHere(ctx, place, row.headers)
    if (opened === 'needs_reentry') return opened
    if (opened) return JSON.parse(opened.reveal()) as CustomHeaders // written by sealHeaders only
  }
  return 'needs_reentry'
}

async function openHere(
  ctx: VaultContext,
  place: SecretPlace,
  sealed: Sealed,
): Promise<Secret | 'needs_reentry' | undefined> {
  try {
    return await openSecret(ctx, place, sealed)
  } catch (error) {
    if (error instanceof SecretDamaged) return undefined
    throw error
  }
}
