// Reading approvals: a page of them, also of one task.
import type { Approval, ApprovalListQuery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { listPage } from '#domains/approvals/index.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'

export async function listApprovalPage(
  ctx: Context,
  { task, ...query }: ApprovalListQuery,
): Promise<{ data: Approval[]; next_cursor: string | null }> {
  return listPage(ctx, query, task === undefined ? undefined : await getTaskUuid(ctx, task))
}
