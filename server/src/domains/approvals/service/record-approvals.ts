// Events and audit entries of approvals. Both belong to the task, so that they are part of its activity and keep its order.
import type { EventType, FieldChange } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { toApproval } from '../approval-document.ts'
import type { ApprovalRow } from '../store.ts'

export async function recordApprovals(
  ctx: WorkContext,
  type: EventType & `approval.${string}`,
  rows: readonly ApprovalRow[],
): Promise<void> {
  await Promise.all([
    emitEvents(
      ctx,
      rows.map((row) => ({ type, subjectId: row.task_id, data: toApproval(row) })),
    ),
    recordAudit(
      ctx,
      rows.map((row) => ({ action: type, subjectId: row.task_id, changes: hashChange(row) })),
    ),
  ])
}

/** What was decided about, and whose effects they are, is in the audit log, also when the approval is no longer retained. */
export function hashChange({
  hash,
  previous,
  agent,
}: Pick<ApprovalRow, 'hash' | 'previous' | 'agent'>) {
  return [
    { field: 'effects_hash', from: previous?.hash ?? null, to: hash },
    { field: 'agent', from: null, to: agent },
  ] satisfies FieldChange[]
}
