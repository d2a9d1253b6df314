// Reading runs: one, or a page of those of a task, an agent or the tenant, newest first.
import { PAGE_LIMIT_DEFAULT, type Run, type RunListQuery } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { toRun } from '#domains/claims/index.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { listRuns } from '../store/list-runs.ts'
import { findOwnRun } from './hold-run.ts'

export async function getRun(ctx: Context, reference: string): Promise<Run> {
  return toRun(await findOwnRun(ctx, reference))
}

export async function listPage(
  ctx: Context,
  { limit = PAGE_LIMIT_DEFAULT, cursor, task, agent, queue, state }: RunListQuery,
): Promise<{ data: Run[]; next_cursor: string | null }> {
  const taskId = task === undefined ? undefined : await getTaskUuid(ctx, task)
  const query = `runs ${JSON.stringify([taskId, agent, queue, state?.toSorted()])}`
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query }
  const before = cursor ? String(decodeCursor(scope, cursor)[0]) : undefined
  const { rows, nextBefore } = await listRuns(
    ctx.tx,
    { taskId, agent, queue, states: state },
    { before, limit, maxBytes: limitsOf(ctx).pageBytes },
  )
  return {
    data: rows.map(toRun),
    next_cursor: nextBefore === undefined ? null : encodeCursor(scope, [nextBefore]),
  }
}
