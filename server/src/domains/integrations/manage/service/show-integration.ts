// An integration as clients see it: no secret is in it, and none is opened to show it.
import type { Integration } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import {
  type CredentialFacts,
  describeCredential,
  listReadable,
} from '#domains/integrations/credentials/index.ts'
import { hookUrl, type IntegrationParts } from '#domains/integrations/parts.ts'
import {
  countRecords,
  type IntegrationCounts,
  type IntegrationRow,
} from '#domains/integrations/records/index.ts'
import { readProgress } from '#domains/sync/index.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { describeLast, describeNow } from '../progress.ts'
import { describeState } from '../state.ts'

export type ShowContext = Pick<Context, 'tx' | 'keyring' | 'now' | 'tenant'>
type ShowParts = Pick<IntegrationParts, 'host' | 'http'>

export async function showIntegrations(
  ctx: ShowContext,
  parts: ShowParts,
  rows: readonly IntegrationRow[],
): Promise<Integration[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [secrets, counts, progress] = await Promise.all([
    listReadable(ctx, rows),
    countRecords(ctx.tx, ids),
    Promise.all(ids.map((id) => readProgress(ctx, id))),
  ])
  return rows.map((row, index) => {
    const count = counts[index]
    const run = progress[index]
    if (!count || !run) throw new Error('one row is one integration')
    const own = secrets.filter((secret) => secret.integration_id === row.id)
    const credential = describeCredential(parts.host.findManifest(row.provider), own)
    const now = describeNow(run.now, row.failures > 0 ? row.due_at : null, ctx.now)
    return toIntegration(ctx, parts, row, { credential, count, last: describeLast(run.last), now })
  })
}

export async function showIntegration(
  ctx: ShowContext,
  parts: ShowParts,
  row: IntegrationRow,
): Promise<Integration> {
  const [integration] = await showIntegrations(ctx, parts, [row])
  if (!integration) throw new Error('one row is one integration')
  return integration
}

type Facts = {
  credential: CredentialFacts
  count: IntegrationCounts
  last: Integration['last_result']
  now: Integration['now']
}

function toIntegration(
  ctx: ShowContext,
  { host, http }: ShowParts,
  row: IntegrationRow,
  { credential, count, last, now }: Facts,
): Integration {
  const isInstalled = host.findManifest(row.provider) !== undefined
  return {
    id: encodeId('integration', row.id),
    provider: row.provider,
    name: row.name,
    config: row.config,
    hosts: row.hosts,
    mapping: row.mapping,
    paused: row.paused,
    outgoing_queue: row.outgoing_queue,
    poll_seconds: row.poll_seconds,
    agent_writes: row.agent_writes,
    ...describeState({ row, isInstalled, credential, lastResult: last, now }),
    credential,
    self: row.self,
    server: row.server && { name: row.server.name, version: row.server.version ?? null },
    checked_at: row.checked_at?.toISOString() ?? null,
    last_result: last,
    now,
    counts: count,
    next_pull_at: row.next_pull_at?.toISOString() ?? null,
    webhook: {
      url: hookUrl(http, ctx.tenant.slug, row.id),
      registered: row.webhook !== null,
      expires_at: row.webhook?.expiresAt ?? null,
    },
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}
