// What an external system confirmed is kept with the approval and in the audit log, so that a decision leads to its receipt.
import type { Receipt } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { addReceipt, findApproval } from '../store.ts'
import { hashChange } from './record-approvals.ts'

export async function confirmEffect(
  ctx: WorkContext,
  approvalId: string | null,
  receipt: Omit<Receipt, 'at'>,
): Promise<void> {
  const approval = approvalId && (await findApproval(ctx.tx, approvalId))
  if (!approval) return
  const full: Receipt = { ...receipt, at: ctx.now.toISOString() }
  await addReceipt(ctx.tx, approval.id, full)
  const changes = [...hashChange(approval), { field: 'receipt', from: null, to: full }]
  await recordAudit(ctx, [{ action: 'approval.confirmed', subjectId: approval.task_id, changes }])
}
