// What one holder of a lease works with: one integration, its session with the vendor, and transactions that end with the
// lease.
import type { Actor } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'
import type { PluginHost } from '#agent/host.ts'
import type { Secret } from '#crypto/secret.ts'
import type { WorkContext } from '#db/context.ts'
import { actorOf } from '#domains/sync/signals/index.ts'
import type { SyncIntegration } from '#domains/sync/state/index.ts'
import { dictionaryOf, LeaseLost, type Work } from '#domains/sync/work/index.ts'
import { holdLease, type Lease } from '../store.ts'

export type EngineParts = {
  host: Pick<PluginHost, 'findManifest' | 'open'>
  /** In a transaction of the tenant, as this actor. */
  inTenant: <T>(
    tenantId: string,
    actor: Actor,
    work: (ctx: WorkContext) => Promise<T>,
  ) => Promise<T>
  openSecret: (
    ctx: WorkContext,
    integration: { id: string; hosts: readonly string[] },
    name: string,
  ) => Promise<Secret | 'needs_reentry' | undefined>
  log: { warn: (facts: object, message: string) => void }
  /** Shorter in tests. */
  leaseMs?: number
  retryMs?: (tries: number) => number
  /** False only for the control of a proof. */
  gatesAgents?: boolean
}

export type Turn = Work & {
  integration: SyncIntegration
  /** Items that are worked on side by side: a connector has no limit that calls would have to share, and answers slowly. */
  atOnce: number
  /** Last lines that the integration said. */
  said: string[]
  /** Begin nothing else: the process stops, the lease is lost, or the tenant is being moved. */
  isEnding: () => boolean
  /** A secret can no longer be decrypted. */
  needsReentry: () => boolean
}

const LINES_KEPT = 50

/** 10 s, 30 s, 90 s … at most an hour: eight tries take about five hours. */
export function defaultRetryMs(tries: number): number {
  return Math.min(10_000 * 3 ** (tries - 1), 3_600_000)
}

export async function runInLease<T>(
  { inTenant }: EngineParts,
  lease: Lease,
  work: (ctx: WorkContext) => Promise<T>,
  onMoving: () => void = () => undefined,
): Promise<T> {
  return inTenant(lease.tenantId, actorOf(lease.integrationId), async (ctx) => {
    const held = await holdLease(ctx.tx, lease)
    if (!held) throw new LeaseLost()
    if (held.is_moving) onMoving()
    return work(ctx)
  })
}

export function openTurn(
  parts: EngineParts,
  lease: Lease,
  integration: SyncIntegration,
  manifest: Manifest,
  signal: AbortSignal,
): Turn {
  const said: string[] = []
  let needsReentry = false
  let isMoving = false
  const { tenantId } = lease
  const session = parts.host.open({
    lane: 'sync',
    tenantId,
    integrationId: integration.id,
    provider: integration.provider,
    config: integration.config,
    hosts: integration.hosts,
    ...(integration.self && { self: integration.self }),
    async openSecret(name) {
      const actor = actorOf(integration.id)
      const opened = await parts.inTenant(tenantId, actor, (ctx) =>
        parts.openSecret(ctx, integration, name),
      )
      needsReentry ||= opened === 'needs_reentry'
      return opened
    },
    onLog: (line) => {
      said.push(line)
      if (said.length > LINES_KEPT) said.shift()
    },
  })
  return {
    integration,
    manifest,
    dictionary: dictionaryOf(integration, manifest),
    session,
    signal,
    atOnce: manifest.capabilities.edge ? manifest.rateLimit.concurrency : 1,
    said,
    retryMs: parts.retryMs ?? defaultRetryMs,
    inLease: (work) => runInLease(parts, lease, work, () => void (isMoving = true)),
    isEnding: () => signal.aborted || isMoving,
    needsReentry: () => needsReentry,
    gatesAgents: parts.gatesAgents ?? true,
    warn: (facts, message) => parts.log.warn({ ...facts, integration: integration.id }, message),
  }
}
