// Approvals whose effects have changed: they are open again, with both versions, or over if there is nothing left to write.
import type { Effect } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { hashEffects, sortEffects } from '../effects-hash.ts'
import { type ApprovalRow, closeApproval, deleteAwaiting, updateEffects } from '../store.ts'
import { recordApprovals } from './record-approvals.ts'

/** The approval is locked by this transaction, and open or approved. */
export async function changeEffects(
  ctx: WorkContext,
  before: ApprovalRow,
  effects: readonly Effect[],
): Promise<ApprovalRow> {
  const row = await updateEffects(ctx.tx, {
    id: before.id,
    effects: sortEffects(effects),
    hash: hashEffects(effects),
    previous: { hash: before.hash, effects: before.effects },
  })
  await deleteAwaiting(ctx.tx, [row.id])
  await recordApprovals(ctx, 'approval.changed', [row])
  return row
}

export async function closeStale(ctx: WorkContext, { id }: ApprovalRow): Promise<void> {
  const row = await closeApproval(ctx.tx, id, 'stale')
  await deleteAwaiting(ctx.tx, [id])
  if (row) await recordApprovals(ctx, 'approval.changed', [row])
}
