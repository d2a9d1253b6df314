// Rejecting effects: nothing is written, and the agent gets the reason with its next heartbeat or attempt.
import type { Approval, ApprovalRejection } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  dismissAwaiting,
  recordApprovals,
  refuseClosed,
  toApproval,
  updateDecided,
} from '#domains/approvals/index.ts'
import { awaitHolder } from '#domains/work/runs/index.ts'
import { actorText } from '#lib/actor.ts'
import { lockApproval } from './lock-approval.ts'

export async function rejectEffects(
  ctx: WorkContext,
  approvalId: string,
  { reason }: ApprovalRejection,
): Promise<Approval> {
  const { approval, held } = await lockApproval(ctx, approvalId)
  refuseClosed(approval)
  const decision = { state: 'rejected' as const, by: actorText(ctx.actor), reason }
  const decided = await updateDecided(ctx.tx, approval.id, decision)
  if (!decided) throw new Error('a locked approval is not open')
  await Promise.all([
    dismissAwaiting(ctx.tx, approval.id),
    ...(held ? [awaitHolder(ctx.tx, held.run.id)] : []),
    recordApprovals(ctx, 'approval.rejected', [decided]),
  ])
  return toApproval(decided)
}
