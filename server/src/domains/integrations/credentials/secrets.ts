// The secrets of an integration, sealed and opened. Each is bound to its integration, its name and the hosts it was
// entered for, and opens nowhere else.
import { randomBytes } from 'node:crypto'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { openSecret, type Sealed, type SecretPlace, sealSecret } from '#domains/vault/index.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

const GENERATED_BYTES = 32

/** Of characters that need no escaping, wherever a vendor puts it. */
export function makeSecret(): Secret {
  return Secret.from(randomBytes(GENERATED_BYTES).toString('base64url'))
}

function placeOf(integrationId: string, name: string, hosts: readonly string[]): SecretPlace {
  return { ownerKind: 'integrations', ownerId: integrationId, field: name, allowedHosts: hosts }
}

export type SecretOf = { integrationId: string; name: string; hosts: readonly string[] }

export function sealFor(
  ctx: VaultContext,
  { integrationId, name, hosts }: SecretOf,
  secret: Secret,
): Promise<Sealed> {
  return sealSecret(ctx, placeOf(integrationId, name, hosts), secret)
}

export function openFor(
  ctx: VaultContext,
  { integrationId, name, hosts }: SecretOf,
  value: Sealed,
): Promise<Secret | 'needs_reentry'> {
  return openSecret(ctx, placeOf(integrationId, name, hosts), value)
}
