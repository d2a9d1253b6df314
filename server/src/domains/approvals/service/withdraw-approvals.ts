// Withdrawing approvals: when a run ends or someone else moves its task, there is nothing left to approve.
import type { WorkContext } from '#db/context.ts'
import { deleteAwaiting, withdrawOpen } from '../store.ts'
import { recordApprovals } from './record-approvals.ts'

/** The tasks are locked by this transaction. Without `all`, approvals of effects without a run stay, such as of comments. */
export async function withdrawApprovals(
  ctx: WorkContext,
  taskIds: readonly string[],
  { all = false }: { all?: boolean } = {},
): Promise<void> {
  const rows = await withdrawOpen(ctx.tx, taskIds, { ofRuns: !all })
  if (rows.length === 0) return
  await deleteAwaiting(
    ctx.tx,
    rows.map(({ id }) => id),
  )
  await recordApprovals(ctx, 'approval.withdrawn', rows)
}
