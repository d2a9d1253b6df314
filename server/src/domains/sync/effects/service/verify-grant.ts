// The last check before a write-back is sent: what was approved is still what is about to be sent.
import type { WorkContext } from '#db/context.ts'
import { findApproval } from '#domains/approvals/index.ts'
import type { WriteBackRow } from '#domains/sync/links/index.ts'
import { isGranted } from '../grant.ts'

/** True for a write-back that needs no approval. */
export async function verifyGrant(ctx: WorkContext, change: WriteBackRow): Promise<boolean> {
  if (change.approval_id === null) return true
  return isGranted(await findApproval(ctx.tx, change.approval_id), change)
}
