// Opening a secret of an integration, for the hosts that it has now.
import type { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { openFor } from '../secrets.ts'
import { findSecret } from '../store.ts'

/** Opens only for the hosts that the integration has now: `hosts` is part of what it was sealed with. */
export async function openIntegrationSecret(
  ctx: Pick<Context, 'tx' | 'keyring'>,
  integration: { id: string; hosts: readonly string[] },
  name: string,
): Promise<Secret | 'needs_reentry' | undefined> {
  const { id, hosts } = integration
  const row = await findSecret(ctx.tx, id, name)
  if (!row || row.hosts.toSorted().join(' ') !== hosts.toSorted().join(' ')) return undefined
  return openFor(ctx, { integrationId: id, name, hosts }, row.value)
}
