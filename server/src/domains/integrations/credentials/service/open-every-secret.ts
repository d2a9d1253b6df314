// Opens every secret of a tenant's integrations and counts those that open: a restore drill compares it with what is stored.
import type { Context } from '#db/context.ts'
import { SecretDamaged } from '#domains/vault/index.ts'
import { openFor } from '../secrets.ts'
import { listEverySecret, type SecretRow } from '../store.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

export async function openEveryIntegrationSecret(ctx: VaultContext): Promise<number> {
  let opened = 0
  for (const row of await listEverySecret(ctx.tx)) if (await isReadable(ctx, row)) opened++
  return opened
}

async function isReadable(ctx: VaultContext, row: SecretRow): Promise<boolean> {
  const place = { integrationId: row.integration_id, name: row.name, hosts: row.hosts }
  try {
    return (await openFor(ctx, place, row.value)) !== 'needs_reentry'
  } catch (error) {
    if (error instanceof SecretDamaged) return false
    throw error
  }
}
