// The secrets of a tenant's integrations when the tenant is moved: read in the clear for the export, sealed again by the import.
import type { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { SecretDamaged } from '#domains/vault/index.ts'
import { openFor, sealFor } from '../secrets.ts'
import { listEverySecret, type SecretRow, saveSecret } from '../store.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

export type CarriedIntegrationSecret = {
  integrationId: string
  name: string
  hosts: string[]
  enteredBy: string
  enteredAt: string
  secret: Secret
}

/** Those that cannot be opened are counted. */
export async function readIntegrationSecrets(
  ctx: VaultContext,
): Promise<{ secrets: CarriedIntegrationSecret[]; unreadable: number }> {
  const secrets: CarriedIntegrationSecret[] = []
  let unreadable = 0
  for (const row of await listEverySecret(ctx.tx)) {
    const secret = await open(ctx, row)
    if (!secret) {
      unreadable++
      continue
    }
    secrets.push({
      integrationId: row.integration_id,
      name: row.name,
      hosts: row.hosts,
      enteredBy: row.entered_by,
      enteredAt: row.entered_at.toISOString(),
      secret,
    })
  }
  return { secrets, unreadable }
}

export async function restoreIntegrationSecrets(
  ctx: VaultContext,
  secrets: readonly CarriedIntegrationSecret[],
): Promise<void> {
  for (const { integrationId, name, hosts, enteredBy, enteredAt, secret } of secrets) {
    await saveSecret(ctx.tx, {
      integration_id: integrationId,
      name,
      value: await sealFor(ctx, { integrationId, name, hosts }, secret),
      hosts,
      entered_by: enteredBy,
      entered_at: new Date(enteredAt),
    })
  }
}

async function open(ctx: VaultContext, row: SecretRow): Promise<Secret | undefined> {
  const place = { integrationId: row.integration_id, name: row.name, hosts: row.hosts }
  try {
    const opened = await openFor(ctx, place, row.value)
    return opened === 'needs_reentry' ? undefined : opened
  } catch (error) {
    if (error instanceof SecretDamaged) return undefined
    throw error
  }
}
