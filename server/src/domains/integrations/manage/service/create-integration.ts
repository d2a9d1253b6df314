// Connecting a tracker or a CRM. Its credential comes afterwards, on its own, so that a repetition of this keeps none.
import type { Integration, IntegrationCreate } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'
import type { Context } from '#db/context.ts'
import { type Config, findUsableHosts, readConfig } from '#domains/integrations/catalog/index.ts'
import { integrationLimitReached, providerUnknown } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import {
  countIntegrations,
  type IntegrationRow,
  insertIntegration,
  lockCount,
  recordAct,
} from '#domains/integrations/records/index.ts'
import { actorText } from '#lib/actor.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { showIntegration } from './show-integration.ts'

/** What has to be asked of the integration and of the world before it can be stored. */
export async function prepareCreate(
  tenantId: string,
  parts: IntegrationParts,
  input: IntegrationCreate,
): Promise<{ hosts: string[] }> {
  const { config } = read(parts, input)
  return { hosts: await findUsableHosts(parts, { tenantId }, input.provider, config) }
}

function read({ host }: IntegrationParts, input: IntegrationCreate) {
  const manifest = host.findManifest(input.provider)
  if (!manifest) throw providerUnknown(input.provider, host.providers())
  const config: Config = readConfig(manifest, input.config ?? {})
  return { manifest, config }
}

export async function createIntegration(
  ctx: Context,
  parts: IntegrationParts,
  input: IntegrationCreate,
  hosts: readonly string[],
): Promise<Integration> {
  const { manifest, config } = read(parts, input)
  if (parts.maxIntegrations !== null) await refuseTooMany(ctx, parts.maxIntegrations)
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const row: IntegrationRow = {
    id,
    provider: input.provider,
    name: input.name,
    config,
    hosts: [...hosts],
    mapping: input.mapping ?? {},
    paused: input.paused ?? false,
    outgoing_queue: input.outgoing_queue ?? null,
    agent_writes: input.agent_writes ?? 'allow',
    problem: null,
    problem_detail: null,
    problem_since: null,
    self: null,
    server: null,
    checked_at: null,
    poll_seconds: input.poll_seconds ?? manifest.pollSeconds,
    next_pull_at: null,
    failures: 0,
    // Nothing can be done before there is a credential, where one is needed.
    due_at: needsNone(manifest) && !input.paused ? ctx.now : null,
    webhook: null,
    webhook_renew_at: null,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
  }
  await Promise.all([insertIntegration(ctx.tx, row), recordAct(ctx, id, 'created')])
  return showIntegration(ctx, parts, row)
}

const needsNone = ({ secrets }: Manifest): boolean => !secrets.some(({ required }) => required)

async function refuseTooMany({ tx }: Context, most: number): Promise<void> {
  await lockCount(tx)
  if ((await countIntegrations(tx, most)) >= most) throw integrationLimitReached(most)
}
