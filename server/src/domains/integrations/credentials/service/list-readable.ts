// The secrets of integrations, and whether they can be opened.
import type { Context } from '#db/context.ts'
import { listSecretStates } from '#domains/vault/index.ts'
import { listSecrets, type SecretRow } from '../store.ts'

/** A secret cannot be decrypted if the hosts of its integration have changed. */
export async function listReadable(
  ctx: Pick<Context, 'tx' | 'keyring'>,
  rows: readonly { id: string; hosts: readonly string[] }[],
): Promise<(SecretRow & { isReadable: boolean })[]> {
  const secrets = await listSecrets(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  if (secrets.length === 0) return []
  const hosts = new Map(rows.map((row) => [row.id, row.hosts.toSorted().join(' ')]))
  const states = await listSecretStates(
    ctx,
    secrets.map(({ value }) => value),
  )
  return secrets.map((secret, index) => ({
    ...secret,
    isReadable:
      states[index] === 'readable' &&
      hosts.get(secret.integration_id) === secret.hosts.toSorted().join(' '),
  }))
}
