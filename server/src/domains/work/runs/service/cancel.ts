// Stopping a run: the agent is asked first, and after a grace period the run ends without it.
import type { Run, RunCancel } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { type RunRow, toRun } from '#domains/claims/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { leaseLost, runNotFound } from '../errors.ts'
import { findLease, requestCancel } from '../store/runs.ts'
import { delegateAfter, type End, endRun } from './end-run.ts'
import { findOwnRun, type HeldRun, refuseEnded } from './hold-run.ts'

export async function cancelRun(
  ctx: WorkContext,
  reference: string,
  sent: RunCancel,
): Promise<Run> {
  const known = await findOwnRun(ctx, reference)
  refuseEnded(known)
  const task = await findTaskForChange(ctx, known.task_id)
  if (!task) throw leaseLost('deleted')
  const run = await findLease(ctx.tx, known.id, 'lock')
  if (!run) throw runNotFound()
  refuseEnded(run)
  // No one works on a parked run, so there is no one to ask.
  if (sent.force || run.state === 'parked') return toRun(await stopRun({ ctx, task, run }))
  const requested = await requestCancel(ctx.tx, run.id)
  if (!requested) throw leaseLost('ended')
  if (run.cancel_requested_at === null) {
    await recordAudit(ctx, [{ action: 'run.cancel_requested', subjectId: run.task_id }])
  }
  return toRun(requested)
}

/** The task stays in progress without a run, so that no agent claims it: it is for the person who stopped the run. */
export async function stopRun(held: HeldRun, end: Partial<End> = {}): Promise<RunRow> {
  const { run } = await endRun(held, {
    state: 'canceled',
    reason: 'canceled',
    change: { status: 'in_progress', delegate: delegateAfter(held) },
    ...end,
  })
  return run
}
