// Health of an integration: when it backs off and for how long, what needs attention, and which events say so.
import type { SyncError } from '@task-service/contract'
import type { Failure } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { endRun } from '#domains/sync/runs/index.ts'
import { isAskedBesides } from '#domains/sync/signals/index.ts'
import { type SyncIntegration, saveFailing, saveSchedule } from '#domains/sync/state/index.ts'
import { emitEvents } from '#events/emit.ts'
import { encodeId } from '#lib/ids.ts'
import { FIRST_BACKOFF_MS, syncBackoffMs } from '#lib/schedule/sync-backoff.ts'
import type { Run } from './pull.ts'

export type Trouble = {
  error: SyncError
  failure?: Failure
  problem?: string
  needsReentry?: boolean
  isStopped?: boolean
  /** Wishes that this turn knew of. */
  answered?: readonly string[]
  run?: Run | undefined
  log?: string[]
}

/** After so many consecutive failures, an event reports them. */
const TELL_AFTER = 5

export async function noteFailing(
  ctx: WorkContext,
  integration: SyncIntegration,
  trouble: Trouble,
): Promise<void> {
  const { error, run, log = [] } = trouble
  const state = trouble.isStopped ? 'canceled' : 'failed'
  if (run) await endRun(ctx.tx, run.id, { state, error, log, now: ctx.now })
  if (trouble.isStopped) {
    // Due immediately, for the next worker.
    await saveSchedule(ctx.tx, integration.id, scheduleAt(integration, ctx.now))
    return
  }
  const problem = trouble.problem ?? problemOf(trouble)
  const waitMs = await chooseBackoff(ctx, integration, trouble)
  const restUntil = new Date(ctx.now.getTime() + waitMs)
  await saveSchedule(ctx.tx, integration.id, scheduleAt(integration, restUntil))
  const failing = { problem, error, restUntil, now: ctx.now }
  const failures = await saveFailing(ctx.tx, integration.id, failing)
  const isNewProblem = problem !== null && problem !== integration.problem
  if (isNewProblem || failures === TELL_AFTER) {
    await emitEvents(ctx, [
      {
        type: 'integration.failing',
        subjectId: integration.id,
        data: news(integration, failures, error),
      },
    ])
  }
}

/** A sync requested during the failure may follow a fix, so it starts at the first step; only the vendor's Retry-After takes precedence. */
async function chooseBackoff(
  ctx: WorkContext,
  integration: SyncIntegration,
  { failure, answered = [] }: Trouble,
): Promise<number> {
  const isAsked =
    failure?.kind !== 'rate_limited' && (await isAskedBesides(ctx.tx, integration.id, answered))
  return isAsked ? FIRST_BACKOFF_MS : syncBackoffMs(integration.failures + 1, failure)
}

function scheduleAt(integration: SyncIntegration, at: Date) {
  const nextPullAt =
    integration.next_pull_at && integration.next_pull_at > at ? integration.next_pull_at : at
  return { nextPullAt, nextSweepAt: integration.next_sweep_at }
}

function problemOf({ failure, needsReentry }: Trouble): string | null {
  switch (failure?.kind) {
    case 'auth':
      return needsReentry ? 'needs_reentry' : 'auth_failed'
    case 'forbidden':
    case 'not_found':
      return failure.kind
    default:
      return null
  }
}

function news(integration: SyncIntegration, failures: number, error: SyncError | null) {
  return {
    id: encodeId('integration', integration.id),
    provider: integration.provider,
    name: integration.name,
    failures,
    error,
  }
}

export async function announceRecovery(
  ctx: WorkContext,
  integration: SyncIntegration,
): Promise<void> {
  if (integration.problem === null && integration.failures < TELL_AFTER) return
  await emitEvents(ctx, [
    {
      type: 'integration.recovered',
      subjectId: integration.id,
      data: news(integration, 0, null),
    },
  ])
}
