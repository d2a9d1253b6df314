// The fence: every request of a holder passes here, and one whose run has ended, expired or been paused changes nothing.
import type { LeaseLoss, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { isLeaseToken } from '#domains/claims/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { decodeId } from '#lib/ids.ts'
import { leaseLost, runNotFound, runParked } from '../errors.ts'
import { findLease, type LeaseRow } from '../store/runs.ts'

/** What a holder sends: its run and its lease token. */
export type Lease = { run: string; leaseToken: string }

export type HeldRun = { task: Task; run: LeaseRow; ctx: WorkContext }

/**
 * Locks the task and then its run, as every change of a task does. `ctx` of the result acts as the agent: a request with an
 * API key is made on behalf of it.
 */
export async function holdRun(
  ctx: WorkContext,
  lease: Lease,
  options: { mayBeParked?: boolean } = {},
): Promise<HeldRun> {
  return holdKnown(ctx, await findRun(ctx, lease), options)
}

/** The same for a run that this transaction has found. */
export async function holdKnown(
  ctx: WorkContext,
  known: LeaseRow,
  { mayBeParked = false }: { mayBeParked?: boolean } = {},
): Promise<HeldRun> {
  refuseEnded(known)
  const task = await findTaskForChange(ctx, known.task_id)
  if (!task) throw leaseLost('deleted')
  const run = await findLease(ctx.tx, known.id, 'lock')
  if (!run) throw runNotFound()
  refuseEnded(run)
  refuseLost(run)
  if (run.state === 'parked' && !mayBeParked) throw runParked()
  return { task, run, ctx: actAs(ctx, run.agent) }
}

/** The run of a lease token, ended or not; agents see their own runs only. */
export async function findRun(ctx: WorkContext, lease: Lease): Promise<LeaseRow> {
  const run = await findOwnRun(ctx, lease.run)
  if (!isLeaseToken(lease.leaseToken, run.token_digest)) throw leaseLost('wrong_token')
  return run
}

export async function findOwnRun(ctx: WorkContext, reference: string): Promise<LeaseRow> {
  const id = decodeId('run', reference)
  const run = id === undefined ? undefined : await findLease(ctx.tx, id, 'read')
  const isMine = ctx.actor.kind !== 'agent' || ctx.actor.id === run?.agent
  if (!run || !isMine) throw runNotFound()
  return run
}

export function refuseEnded(run: LeaseRow): void {
  if (run.ended_at !== null) throw leaseLost(run.end_reason ?? 'ended')
}

/** The run is not ended yet, but maintenance of the queues is about to. */
export function refuseLost(run: LeaseRow): void {
  const loss = findLoss(run)
  if (loss) throw leaseLost(loss)
}

export function findLoss(run: LeaseRow): LeaseLoss | undefined {
  if (run.is_paused) return 'paused'
  if (run.is_expired) return 'expired'
  return isOverBudget(run) ? 'budget' : undefined
}

const exceeds = (used: number, limit: number | null) => limit !== null && used >= limit

/** Of the run and of the day; effects are checked where one happens. */
export function isOverBudget(run: LeaseRow): boolean {
  return (
    exceeds(run.total_ms, run.run_seconds === null ? null : run.run_seconds * 1_000) ||
    exceeds(run.calls, run.run_calls) ||
    exceeds(
      run.used_ms + run.total_ms,
      run.day_seconds === null ? null : run.day_seconds * 1_000,
    ) ||
    exceeds(run.used_calls + run.calls, run.day_calls)
  )
}

export function actAs(ctx: WorkContext, agent: string): WorkContext {
  return { ...ctx, actor: { kind: 'agent', id: agent } }
}
