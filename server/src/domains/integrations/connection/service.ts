// A connection to the vendor as the plugin host needs it. Its secrets are decrypted one by one, each in its own
// transaction, when a request needs them.
import type { Manifest } from '@task-service/kit'
import type { Connection, PluginSession } from '#agent/host.ts'
import type { Context } from '#db/context.ts'
import { getManifest } from '#domains/integrations/catalog/index.ts'
import {
  describeCredential,
  listReadable,
  openIntegrationSecret,
} from '#domains/integrations/credentials/index.ts'
import { credentialRequired } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import { getRow, type IntegrationRow } from '#domains/integrations/records/index.ts'

export type Steps = {
  tenantId: string
  read: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

export type CheckSteps = Steps & {
  write: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
  signal: AbortSignal
}

export type OpenedConnection = {
  row: IntegrationRow
  manifest: Manifest
  session: PluginSession
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

/** Fails if the vendor could not be reached: without a usable credential. */
export async function openConnection(
  steps: Steps,
  parts: IntegrationParts,
  integrationId: string,
): Promise<OpenedConnection> {
  const { row, manifest } = await steps.read((ctx) => findUsable(ctx, parts, integrationId))
  return { row, manifest, session: parts.host.open(connectionOf(steps, row)) }
}

/** Fails if the provider is not installed, or without a usable credential. */
export async function findUsable(
  ctx: Context,
  parts: Pick<IntegrationParts, 'host'>,
  integrationId: string,
): Promise<Omit<OpenedConnection, 'session'>> {
  const row = await getRow(ctx, integrationId)
  const manifest = getManifest(parts, row)
  const { state } = describeCredential(manifest, await listReadable(ctx, [row]))
  if (state !== 'readable') throw credentialRequired()
  return { row, manifest }
}
