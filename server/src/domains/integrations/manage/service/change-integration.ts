// Changing, pausing, resuming and deleting an integration.
import type { FieldChange, Integration, IntegrationChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import {
  type Config,
  findUsableHosts,
  getManifest,
  readConfig,
} from '#domains/integrations/catalog/index.ts'
import type { Steps } from '#domains/integrations/connection/index.ts'
import { deleteSecrets } from '#domains/integrations/credentials/index.ts'
import { versionMismatch } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import {
  deleteIntegration,
  type Expected,
  forgetCursor,
  getRow,
  type IntegrationRow,
  lockVersion,
  recordAct,
  updateIntegration,
} from '#domains/integrations/records/index.ts'
import { endRest, recheckHeld } from '#domains/sync/index.ts'
import { mergePatch } from '#lib/json/merge-patch.ts'
import { showIntegration } from './show-integration.ts'

/** What a new configuration means, worked out for the version that was read. */
export type Reconfiguration = { config: Config; hosts: string[]; version: number }

/** Asks the integration which hosts it needs now: outside of any transaction, since a process answers that. */
export async function prepareChange(
  steps: Steps,
  parts: IntegrationParts,
  integrationId: string,
  change: IntegrationChange,
): Promise<Reconfiguration | undefined> {
  if (change.config === undefined) return undefined
  const row = await steps.read((ctx) => getRow(ctx, integrationId))
  const merged = mergePatch(row.config, change.config) as Config // plain values merged with plain values
  const config = readConfig(getManifest(parts, row), merged)
  const isSame = JSON.stringify(config) === JSON.stringify(row.config)
  const hosts = isSame ? row.hosts : await findUsableHosts(parts, steps, row.provider, config)
  return { config, hosts, version: row.version }
}

export async function changeIntegration(
  ctx: Context,
  parts: IntegrationParts,
  integrationId: string,
  input: { change: IntegrationChange; next: Reconfiguration | undefined; expected: Expected },
): Promise<Integration> {
  const { change, next, expected } = input
  const before = await lockVersion(ctx, integrationId, expected)
  // The integration changed while the new configuration was prepared for the earlier version.
  if (next && next.version !== before.version) throw versionMismatch(before.version)
  const after = { ...before, ...plainChange(ctx, before, change), ...(next && configured(next)) }
  const changes = differenceOf(before, after)
  if (changes.length === 0) return showIntegration(ctx, parts, before)
  const moved = next !== undefined && next.hosts.join(' ') !== before.hosts.join(' ')
  const row: IntegrationRow = {
    ...after,
    ...(moved && askAgain(ctx.now)),
    version: before.version + 1,
    updated_at: ctx.now,
  }
  if (moved) await deleteSecrets(ctx.tx, row.id)
  await updateIntegration(ctx.tx, row)
  if (changes.some(({ field }) => retriesAtOnce.has(field))) await endRest(ctx.tx, row.id, ctx.now)
  if (changes.some(({ field }) => field === 'agent_writes')) await recheckHeld(ctx, row.id)
  // What was read elsewhere says nothing about what there is to read now.
  if (changes.some(({ field }) => field === 'config')) await forgetCursor(ctx.tx, row.id)
  await recordAct(ctx, row.id, 'updated', changes)
  return showIntegration(ctx, parts, row)
}

/** A change of these may fix the failure, so the backoff ends. */
const retriesAtOnce = new Set(['config', 'paused'])

const configured = ({ config, hosts }: Reconfiguration) => ({ config, hosts })

/** A credential is only sent to the hosts it was entered for: otherwise changing the URL would reveal it. */
function askAgain(now: Date): Partial<IntegrationRow> {
  return {
    problem: 'needs_reentry',
    problem_detail: {
      kind: 'auth',
      message: 'The host changed. A credential is only sent to the host it was entered for.',
      fix: 'Re-enter the credential.',
    },
    problem_since: now,
    self: null,
    server: null,
    checked_at: null,
    due_at: null,
    webhook: null,
    webhook_renew_at: null,
  }
}

function plainChange(
  ctx: Context,
  before: IntegrationRow,
  change: IntegrationChange,
): Partial<IntegrationRow> {
  const { name, mapping, paused, outgoing_queue: queue, poll_seconds: seconds } = change
  const { agent_writes: writes } = change
  const isSwitched = paused !== undefined && paused !== before.paused
  return {
    ...(name !== undefined && { name }),
    ...(mapping !== undefined && { mapping: keepChoices(before, mapping) }),
    ...(queue !== undefined && { outgoing_queue: queue }),
    ...(seconds !== undefined && { poll_seconds: seconds }),
    ...(writes !== undefined && { agent_writes: writes }),
    ...(isSwitched && { paused, due_at: paused ? null : ctx.now, failures: 0 }),
  }
}

/** A mapping without choices comes from a client that did not load them. */
function keepChoices(before: IntegrationRow, mapping: IntegrationRow['mapping']) {
  const choices = mapping.choices ?? before.mapping.choices
  return { ...mapping, ...(choices && { choices }) }
}

const compared = [
  'name',
  'config',
  'hosts',
  'mapping',
  'paused',
  'outgoing_queue',
  'poll_seconds',
  'agent_writes',
] as const

function differenceOf(before: IntegrationRow, after: IntegrationRow): FieldChange[] {
  return compared
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field, from: recorded(before, field), to: recorded(after, field) }))
}

/** Without choices: they are discovered at the vendor, not changed by users, and they are long. */
function recorded(row: IntegrationRow, field: (typeof compared)[number]): unknown {
  if (field !== 'mapping') return row[field]
  const { choices: _, ...mapping } = row.mapping
  return mapping
}

export async function removeIntegration(
  ctx: Context,
  integrationId: string,
  expected: Expected,
): Promise<void> {
  const { id, name } = await lockVersion(ctx, integrationId, expected)
  await deleteIntegration(ctx.tx, id)
  await recordAct(ctx, id, 'deleted', [{ field: 'name', from: name, to: null }])
}
