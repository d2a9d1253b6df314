// Opens every secret that is stored, to see that the backup and the master key belong together.
import { openEveryIntegrationSecret } from '#domains/integrations/index.ts'
import { walkTenants } from '#domains/tenants/index.ts'
import { countSealedSecrets, type KeyContext } from '#domains/vault/index.ts'
import { openEveryWebhookSecret } from '#domains/webhooks/index.ts'

export type OpenedSecrets = {
  /** In all columns that hold secrets. */
  stored: number
  opened: number
}

export async function openEverySecret(ctx: KeyContext): Promise<OpenedSecrets> {
  const all: OpenedSecrets = { stored: await countSealedSecrets(ctx), opened: 0 }
  for await (const page of walkTenants(ctx.auth)) {
    for (const { tenant_id: tenantId } of page) {
      all.opened += await ctx.tenantRead(tenantId, async (tx) => {
        const vault = { tx, keyring: ctx.keyring }
        return (await openEveryWebhookSecret(vault)) + (await openEveryIntegrationSecret(vault))
      })
    }
  }
  return all
}
