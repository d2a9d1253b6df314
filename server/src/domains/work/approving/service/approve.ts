// Approving effects: exactly those that the person has seen, and only if they are still what would be written.
import type { Approval } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  closeApproval,
  effectsChanged,
  recordApprovals,
  refuseClosed,
  toApproval,
  updateDecided,
} from '#domains/approvals/index.ts'
import type { EffectParts } from '#domains/sync/index.ts'
import { endCompleted } from '#domains/work/runs/index.ts'
import type { CallSteps } from '#http/route.ts'
import { actorText } from '#lib/actor.ts'
import { currentEffects, keepEffects, lockApproval, resultOf } from './lock-approval.ts'

/** If the effects have changed, the new ones are stored before the request is rejected, so that people can compare them. */
export async function approveEffects(
  parts: EffectParts,
  { write }: Pick<CallSteps, 'write'>,
  approvalId: string,
  hash: string,
): Promise<Approval> {
  const approved = await write((ctx) => approve(ctx, parts, approvalId, hash))
  if (!approved) throw effectsChanged(approvalId)
  return approved
}

/** Nothing if the effects are others. The same request again returns the approval. */
export async function approve(
  ctx: WorkContext,
  parts: EffectParts,
  approvalId: string,
  hash: string,
): Promise<Approval | undefined> {
  const locked = await lockApproval(ctx, approvalId)
  const { approval, task, held } = locked
  const isApproved = approval.state === 'approved' || approval.state === 'spent'
  if (isApproved && approval.hash === hash) return toApproval(approval)
  refuseClosed(approval)
  if (!task) throw new Error('a deleted task has an open approval')
  const effects = await currentEffects(ctx, parts, locked, task)
  const current = await keepEffects(ctx, approval, effects, task)
  if (current !== approval || current.hash !== hash) return undefined
  const decision = { state: 'approved' as const, by: actorText(ctx.actor), reason: null }
  const decided = await updateDecided(ctx.tx, approval.id, decision)
  if (!decided) throw new Error('a locked approval is not open')
  await recordApprovals(ctx, 'approval.approved', [decided])
  if (held) await endCompleted(held, resultOf(approval))
  // There is nothing that the sync could spend it for.
  const spent = effects.length === 0 && (await closeApproval(ctx.tx, approval.id, 'spent'))
  return toApproval(spent || decided)
}
