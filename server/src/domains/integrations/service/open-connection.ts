// A connection to the other side as the plugin host takes it. Its secrets are opened one by one, each in a transaction of
// its own, when a request needs them.
import type { Manifest } from '@task-service/kit'
import type { Connection, PluginSession } from '#agent/host.ts'
import type { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { describeCredential } from '../credential.ts'
import { credentialRequired } from '../errors.ts'
import type { IntegrationParts } from '../parts.ts'
import { openFor } from '../secrets.ts'
import type { IntegrationRow } from '../store/integrations.ts'
import { findSecret } from '../store/secrets.ts'
import { getManifest, getRow } from './get-integration.ts'
import { listReadable, type ShowContext } from './show-integration.ts'

export type Steps = {
  tenantId: string
  read: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

export type OpenedConnection = {
  row: IntegrationRow
  manifest: Manifest
  session: PluginSession
}

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

export function connectionOf(steps: Steps, row: IntegrationRow): Connection {
  return {
    tenantId: steps.tenantId,
    integrationId: row.id,
    provider: row.provider,
    config: row.config,
    hosts: row.hosts,
    ...(row.self && { self: row.self }),
    openSecret: (name) => steps.read((ctx) => openIntegrationSecret(ctx, row, name)),
  }
}

/** Refuses where nothing could be asked of the other side. */
export async function openConnection(
  steps: Steps,
  parts: IntegrationParts,
  integrationId: string,
): Promise<OpenedConnection> {
  const { row, manifest } = await steps.read(async (ctx) => {
    const found = await getRow(ctx, integrationId)
    const known = getManifest(parts, found)
    await refuseWithoutCredential(ctx, known, found)
    return { row: found, manifest: known }
  })
  return { row, manifest, session: parts.host.open(connectionOf(steps, row)) }
}

async function refuseWithoutCredential(
  ctx: ShowContext,
  manifest: Manifest,
  row: IntegrationRow,
): Promise<void> {
  const { state } = describeCredential(manifest, await listReadable(ctx, [row]))
  if (state !== 'readable') throw credentialRequired()
}
