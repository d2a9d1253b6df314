// Deleting a task: the event carries its last state, because nobody can read it afterwards.
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { applyChange } from '../change.ts'
import { uuidOf } from '../document.ts'
import { deleteTask, listChildren } from '../store.ts'
import { saveChanges } from './change-task.ts'
import { type Expected, lockTask, refuseOtherVersion } from './get-task.ts'
import { refuseOvertaken } from './keep-order.ts'

export async function removeTask(
  ctx: Context,
  reference: string,
  expected: Expected = {},
): Promise<void> {
  const task = await lockTask(ctx, reference, 'delete')
  refuseOtherVersion(task, expected)
  const id = uuidOf(task.id)
  await releaseChildren(ctx, id)
  await Promise.all([
    deleteTask(ctx.tx, id),
    emitEvents(ctx, [{ type: 'task.deleted', subjectId: id, data: task }]),
    recordAudit(ctx, [{ action: 'task.deleted', subjectId: id }]),
  ])
}

/** Losing the parent is a change of the child like any other: it has a version, an event and an audit entry. */
async function releaseChildren(ctx: Context, parentId: string): Promise<void> {
  const children = await listChildren(ctx.tx, parentId)
  if (children.length === 0) return
  await refuseOvertaken(
    ctx,
    children.map((child) => uuidOf(child.id)),
  )
  const orphaned = children.map((before) => ({
    before,
    after: applyChange(before, { parent_id: null }, ctx.now),
  }))
  await saveChanges(ctx, orphaned)
}
