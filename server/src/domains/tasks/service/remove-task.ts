// Deleting a task: the event carries its last state, because it cannot be read afterwards.
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { leaveForever } from '#domains/claims/index.ts'
import { resolveDependents } from '#domains/dependencies/index.ts'
import { emitEvents } from '#events/emit.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { applyChange } from '../change.ts'
import { uuidOf } from '../document.ts'
import { deleteTask, findTasks, lockChildren, type TaskSize } from '../store.ts'
import { saveChanges } from './change-task.ts'
import { type Expected, lockTask, refuseOtherVersion } from './get-task.ts'
import { refuseOvertaken } from './lock-in-order.ts'

export async function removeTask(
  ctx: Context,
  reference: string,
  expected: Expected = {},
): Promise<void> {
  const task = await lockTask(ctx, reference, 'delete')
  refuseOtherVersion(task, expected)
  const id = uuidOf(task.id)
  await releaseChildren(ctx, id)
  await leaveForever(ctx, id, (taskIds) => refuseOvertaken(ctx, taskIds))
  await Promise.all([
    deleteTask(ctx.tx, id),
    resolveDependents(ctx.tx, [id]),
    emitEvents(ctx, [{ type: 'task.deleted', subjectId: id, data: task }]),
    recordAudit(ctx, [{ action: 'task.deleted', subjectId: id }]),
  ])
}

/** Children that are locked at once. */
const LOCKED_MAX = 500

/**
 * Losing the parent is a change of the child like any other: it has a version, an event and an audit entry. No child can be
 * added meanwhile, because the parent is locked.
 */
async function releaseChildren(ctx: Context, parentId: string): Promise<void> {
  for (;;) {
    const locked = await lockChildren(ctx.tx, parentId, LOCKED_MAX)
    if (locked.length === 0) return
    await refuseOvertaken(
      ctx,
      locked.map(({ id }) => id),
    )
    for (const ids of splitByBytes(locked, limitsOf(ctx).pageBytes)) await release(ctx, ids)
  }
}

/** Each part fits into the budget or is a single task, so that a parent of large children does not take all memory. */
export function splitByBytes(tasks: readonly TaskSize[], maxBytes: number): string[][] {
  const parts: string[][] = []
  let room = 0
  for (const { id, bytes } of tasks) {
    const part = bytes <= room ? parts.at(-1) : undefined
    if (part) part.push(id)
    else parts.push([id])
    room = (part ? room : maxBytes) - bytes
  }
  return parts
}

async function release(ctx: Context, ids: readonly string[]): Promise<void> {
  const children = await findTasks(ctx.tx, ids)
  const orphaned = children.map((before) => ({
    before,
    after: applyChange(before, { parent_id: null }, ctx.now),
  }))
  await saveChanges(ctx, orphaned)
}
