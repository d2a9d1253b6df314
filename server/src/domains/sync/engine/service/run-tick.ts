// Processes one integration under its lease: pending changes first, then new items of the vendor.
import { isFailure } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import {
  clearProblem,
  findIntegration,
  releaseLease,
  type SyncIntegration,
} from '#domains/sync/state/index.ts'
import { describeError, isDatabaseAway, LeaseLost } from '#domains/sync/work/index.ts'
import { type Lease, renewLease } from '../store.ts'
import { drain } from './drain.ts'
import { announceRecovery, noteFailing, type Trouble } from './health.ts'
import { beginRun, finishRun, type PullRequest, pullAll, type Run } from './pull.ts'
import { renewWebhook } from './renew-webhook.ts'
import { type EngineParts, openTurn, runInLease, type Turn } from './turn.ts'

export const LEASE_MS = 20_000

/** Never throws: errors are recorded, and the integration is retried. */
export async function runTick(
  parts: EngineParts,
  lease: Lease,
  stopping: AbortSignal,
): Promise<void> {
  const { log, leaseMs = LEASE_MS } = parts
  const lost = new AbortController()
  let isCanceled = false
  const renewal = setInterval(() => {
    parts
      .inTenant(lease.tenantId, { kind: 'system', id: 'sync' }, (ctx) =>
        renewLease(ctx.tx, lease, leaseMs),
      )
      .then(
        (renewed) => {
          isCanceled ||= renewed.isCanceled
          if (!renewed.isOurs) lost.abort()
        },
        (error: unknown) => log.warn({ err: error }, 'failed to renew the lease of an integration'),
      )
  }, leaseMs / 4)
  renewal.unref()
  const signal = AbortSignal.any([stopping, lost.signal])
  try {
    await workOnce(parts, lease, signal, () => isCanceled)
    await runInLease(parts, lease, (ctx) => releaseLease(ctx.tx, lease.integrationId))
  } catch (error) {
    // Another worker continues, or the database is unavailable: the lease expires.
    if (!(error instanceof LeaseLost))
      log.warn({ err: error, ...lease }, 'a sync ended early; it is retried')
  } finally {
    clearInterval(renewal)
  }
}

async function workOnce(
  parts: EngineParts,
  lease: Lease,
  signal: AbortSignal,
  isCanceled: () => boolean,
): Promise<void> {
  const inLease = <T>(work: (ctx: WorkContext) => Promise<T>) => runInLease(parts, lease, work)
  const integration = await inLease((ctx) => findIntegration(ctx.tx, lease.integrationId))
  if (!integration) return
  const manifest = parts.host.findManifest(integration.provider)
  if (!manifest) {
    const message = `The provider ${integration.provider} is not installed.`
    const error = { kind: 'provider_missing', message }
    await inLease((ctx) => noteFailing(ctx, integration, { problem: 'provider_missing', error }))
    return
  }
  const work = openTurn(parts, lease, integration, manifest, signal)
  const request: PullRequest = { full: false, isManual: false, signals: [] }
  let run: Run | undefined
  try {
    await drain(work, request)
    await renewWebhook(work)
    if (request.signals.length > 0 || isPullDue(integration)) {
      run = await beginRun(work, request)
      const between = async () => {
        await drain(work, { full: false, isManual: false, signals: [] })
        return isCanceled()
      }
      await finishRun(work, run, await pullAll(work, run, between))
    }
    await work.inLease((ctx) => recover(ctx, integration))
  } catch (error) {
    await giveUp(parts, work, { run, answered: request.signals }, error)
  }
}

function isPullDue({ next_pull_at: at }: SyncIntegration): boolean {
  return at === null || at.getTime() <= Date.now()
}

async function recover(ctx: WorkContext, integration: SyncIntegration): Promise<void> {
  if (integration.failures === 0 && integration.problem === null) return
  await clearProblem(ctx.tx, integration.id)
  await announceRecovery(ctx, integration)
}

async function giveUp(
  { log }: EngineParts,
  work: Turn,
  begun: Pick<Trouble, 'run' | 'answered'>,
  error: unknown,
): Promise<void> {
  if (error instanceof LeaseLost || isDatabaseAway(error)) throw error
  // On shutdown and during a move, the next worker continues from here.
  const isStopped = work.isEnding()
  if (!isFailure(error)) log.warn({ err: error, integration: work.integration.id }, 'sync failed')
  await work.inLease((ctx) =>
    noteFailing(ctx, work.integration, {
      error: isStopped
        ? { kind: 'interrupted', message: 'Interrupted by a restart; will resume.' }
        : describeError(error),
      ...(isFailure(error) && !isStopped && { failure: error }),
      needsReentry: work.needsReentry(),
      isStopped,
      ...begun,
      log: work.said,
    }),
  )
}
