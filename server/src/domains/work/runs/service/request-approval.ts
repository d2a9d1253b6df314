// Effects that a person has to approve: the run is parked, and what the agent sent waits with the approval.
import type { Effect, Task } from '@task-service/contract'
import {
  hashEffects,
  insertApproval,
  recordApprovals,
  sortEffects,
  withdrawApprovals,
} from '#domains/approvals/index.ts'
import { recordRuns } from '#domains/claims/index.ts'
import { holdEffects } from '#domains/sync/index.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { parkRun } from '../store/runs.ts'
import type { HeldRun } from './hold-run.ts'
import { moveToWait } from './move-to-wait.ts'

/** Task and run are locked by this transaction. Returns the task, which is in review. */
export async function requestApproval(
  held: HeldRun,
  effects: readonly Effect[],
  result: { value: unknown } | undefined,
): Promise<Task> {
  const { ctx, run } = held
  // Those that the sync asked for are part of this one now.
  await withdrawApprovals(ctx, [run.task_id], { all: true })
  const task = await moveToWait(held, 'in_review')
  const approval = await insertApproval(ctx.tx, {
    id: uuidv7(ctx.now.getTime()),
    task_id: run.task_id,
    run_id: run.id,
    link_id: null,
    agent: run.agent,
    effects: sortEffects(effects),
    hash: hashEffects(effects),
    result,
    previous: null,
  })
  const parked = await parkRun(ctx.tx, run.id, { approvalId: approval.id })
  if (!parked) throw new Error('a locked run is not working')
  await holdEffects(ctx, approval, task)
  await recordApprovals(ctx, 'approval.requested', [approval])
  await recordRuns(ctx, 'run.parked', [parked])
  return task
}
