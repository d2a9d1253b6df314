// An approval with its task and run, locked in the order of all changes of a task, and its effects as they are now.
import type { Effect, Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  type ApprovalRow,
  changeEffects,
  effectsForbidden,
  getApprovalRow,
  hashEffects,
} from '#domains/approvals/index.ts'
import { type EffectParts, holdEffects, planEffects } from '#domains/sync/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { completedTask, findLease, type HeldRun } from '#domains/work/runs/index.ts'

export type LockedApproval = {
  approval: ApprovalRow
  /** Missing once it is deleted; the approval is withdrawn then. */
  task: Task | undefined
  /** Only while it waits for the approval. */
  held: HeldRun | undefined
}

export async function lockApproval(ctx: WorkContext, approvalId: string): Promise<LockedApproval> {
  const known = await getApprovalRow(ctx, approvalId)
  const task = await findTaskForChange(ctx, known.task_id)
  const run = known.run_id === null ? undefined : await findLease(ctx.tx, known.run_id, 'lock')
  const approval = await getApprovalRow(ctx, approvalId, { lock: true })
  const isWaiting = run?.state === 'parked' && run.approval_id === approval.id
  return { approval, task, held: task && isWaiting ? { ctx, task, run } : undefined }
}

export const resultOf = ({ result, has_result: isSent }: ApprovalRow) =>
  isSent ? { value: result } : undefined

/** Computed again from the task, the links, the mappings and the policies of this moment. */
export async function currentEffects(
  ctx: WorkContext,
  parts: EffectParts,
  { approval, held }: LockedApproval,
  task: Task,
): Promise<Effect[]> {
  const { run_id: runId, link_id: linkId, agent } = approval
  const effects = await planEffects(ctx, parts, {
    task: held ? completedTask(held, resultOf(approval)) : task,
    run: runId === null ? undefined : { id: runId, agent },
    ...(linkId !== null && { linkIds: [linkId] }),
  })
  const forbidden = effects.filter(({ policy }) => policy === 'forbid')
  if (forbidden.length > 0) throw effectsForbidden(forbidden)
  return effects
}

/** The approval with these effects; the same one if they are what it was about. */
export async function keepEffects(
  ctx: WorkContext,
  approval: ApprovalRow,
  effects: readonly Effect[],
  task: Task,
): Promise<ApprovalRow> {
  if (hashEffects(effects) === approval.hash) return approval
  const changed = await changeEffects(ctx, approval, effects)
  await holdEffects(ctx, changed, task)
  return changed
}
