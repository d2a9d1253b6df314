// Editing what an agent wants to write before it is approved: its result and its comments.
import type { Approval, ApprovalEdit } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  type ApprovalRow,
  getApprovalRow,
  refuseClosed,
  toApproval,
  updateResult,
} from '#domains/approvals/index.ts'
import { correctComment } from '#domains/comments/index.ts'
import type { EffectParts } from '#domains/sync/index.ts'
import { refuseOtherOutput } from '#domains/work/runs/index.ts'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { currentEffects, keepEffects, type LockedApproval, lockApproval } from './lock-approval.ts'

/** Returns the approval with the new effects and their hash. */
export async function editEffects(
  ctx: WorkContext,
  parts: EffectParts,
  approvalId: string,
  edit: ApprovalEdit,
): Promise<Approval> {
  const locked = await lockApproval(ctx, approvalId)
  const { approval, task } = locked
  refuseClosed(approval)
  if (!task) throw new Error('a deleted task has an open approval')
  const { comments = [] } = edit
  refuseOtherComments(approval, comments)
  for (const { id, body } of comments) await correctComment(ctx, task.id, id, body)
  if ('result' in edit) await replaceResult(ctx, locked, edit.result)
  const fresh = await getApprovalRow(ctx, approvalId)
  const effects = await currentEffects(ctx, parts, { ...locked, approval: fresh }, task)
  return toApproval(await keepEffects(ctx, fresh, effects, task))
}

function refuseOtherComments(
  { effects }: ApprovalRow,
  comments: NonNullable<ApprovalEdit['comments']>,
): void {
  const known = new Set(effects.flatMap(({ comment }) => (comment ? [comment.id] : [])))
  const index = comments.findIndex(({ id }) => !known.has(id))
  if (index === -1) return
  const message = 'must be a comment of the effects'
  throw fieldProblem('invalid_request', [
    bodyError(`/comments/${index}/id`, 'invalid_value', message),
  ])
}

async function replaceResult(
  ctx: WorkContext,
  { approval, held }: LockedApproval,
  result: unknown,
): Promise<void> {
  if (!held) {
    const message = 'cannot be changed: the run has ended. Change the result of the task instead'
    throw fieldProblem('invalid_request', [bodyError('/result', 'invalid_value', message)])
  }
  refuseOtherOutput(held.task, result)
  await updateResult(ctx.tx, approval.id, result)
}
