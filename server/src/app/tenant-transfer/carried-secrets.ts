// The secrets of a tenant as lines of an export: encrypted with the passphrase of the operator, never in the clear.

import type { Secret } from '#crypto/secret.ts'
import type { PassphraseKey } from '#crypto/transfer/passphrase-key.ts'
import type { Context } from '#db/context.ts'
import {
  type CarriedIntegrationSecret,
  readIntegrationSecrets,
  restoreIntegrationSecrets,
} from '#domains/integrations/index.ts'
import {
  type CarriedWebhookSecret,
  readWebhookSecrets,
  restoreWebhookSecrets,
} from '#domains/webhooks/index.ts'
import { ExportRefused } from './export-header.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

type Sealed<T> = Omit<T, 'secret'> & { sealed: string }
type Line =
  | ({ owner: 'webhook' } & Sealed<CarriedWebhookSecret>)
  | ({ owner: 'integration' } & Sealed<CarriedIntegrationSecret>)

export type SecretLines = { lines: string[]; unreadable: number }

export async function sealSecrets(ctx: VaultContext, key: PassphraseKey): Promise<SecretLines> {
  const webhooks = await readWebhookSecrets(ctx)
  const integrations = await readIntegrationSecrets(ctx)
  const { tenantId } = ctx.tx
  const lines = [
    ...webhooks.secrets.map(({ secret, ...facts }) =>
      sealLine({ owner: 'webhook', ...facts }, secret),
    ),
    ...integrations.secrets.map(({ secret, ...facts }) =>
      sealLine({ owner: 'integration', ...facts }, secret),
    ),
  ]
  function sealLine(facts: object, secret: Secret): string {
    return JSON.stringify({ ...facts, sealed: key.seal([tenantId, JSON.stringify(facts)], secret) })
  }
  return { lines, unreadable: webhooks.unreadable + integrations.unreadable }
}

/** Seals them with the data key of the tenant here. Returns the IDs of webhooks that have a new secret instead. */
export async function restoreSecrets(
  ctx: VaultContext,
  lines: readonly string[],
  key: PassphraseKey | undefined,
): Promise<{ restored: number; incomplete: string[] }> {
  const parsed = key ? lines.map((line) => JSON.parse(line) as Line) : [] // the checksum covers them
  const open = ({ sealed, ...facts }: Line): Secret => {
    const secret = key?.open([ctx.tx.tenantId, JSON.stringify(facts)], sealed)
    if (!secret) throw new ExportRefused('A secret of the export was changed.')
    return secret
  }
  const webhooks: CarriedWebhookSecret[] = []
  const integrations: CarriedIntegrationSecret[] = []
  for (const line of parsed) {
    if (line.owner === 'webhook') webhooks.push({ ...line, secret: open(line) })
    else integrations.push({ ...line, secret: open(line) })
  }
  await restoreIntegrationSecrets(ctx, integrations)
  return { restored: parsed.length, incomplete: await restoreWebhookSecrets(ctx, webhooks) }
}
