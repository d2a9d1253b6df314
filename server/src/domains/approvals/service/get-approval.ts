// Reading approvals: one by its ID, and pages of them, newest first.
import {
  APPROVAL_STATES,
  type Approval,
  type ApprovalListQuery,
  PAGE_LIMIT_DEFAULT,
} from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { toApproval } from '../approval-document.ts'
import { approvalClosed, approvalNotFound } from '../errors.ts'
import { type ApprovalRow, findApproval, listApprovals } from '../store.ts'

export async function getApprovalRow(
  ctx: Pick<WorkContext, 'tx'>,
  approvalId: string,
  options: { lock?: boolean } = {},
): Promise<ApprovalRow> {
  const id = decodeId('approval', approvalId)
  const row = id && (await findApproval(ctx.tx, id, options))
  if (!row) throw approvalNotFound()
  return row
}

export async function getApproval(ctx: Context, approvalId: string): Promise<Approval> {
  return toApproval(await getApprovalRow(ctx, approvalId))
}

export function refuseClosed({ state }: Pick<ApprovalRow, 'state'>): void {
  if (state !== 'open') throw approvalClosed(state)
}

/** `task` is resolved by the caller, because tasks depend on approvals. */
export async function listPage(
  ctx: Context,
  { limit = PAGE_LIMIT_DEFAULT, cursor, state, agent }: Omit<ApprovalListQuery, 'task'>,
  taskId: string | undefined,
): Promise<{ data: Approval[]; next_cursor: string | null }> {
  const states = APPROVAL_STATES.filter((known) => state === undefined || state.includes(known))
  const scope = {
    secret: ctx.cursorSecret,
    tenantId: ctx.tenant.id,
    query: `approvals ${JSON.stringify([states, taskId, agent])}`,
  }
  const before = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const { rows, isCut } = await listApprovals(
    ctx.tx,
    { states, taskId, agent },
    { before, limit: limit + 1, maxBytes: limitsOf(ctx).pageBytes },
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = isCut || rows.length > limit
  return {
    data: shown.map(toApproval),
    next_cursor: hasMore && last ? encodeCursor(scope, [last.id]) : null,
  }
}
