// Deleting a task: the event carries its last state, because nobody can read it afterwards.
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { toTask } from '../row.ts'
import { deleteTask } from '../store.ts'
import { type Expected, getRow, refuseOtherVersion, taskKey } from './get-task.ts'

export async function removeTask(
  ctx: Context,
  reference: string,
  expected: Expected = {},
): Promise<void> {
  const row = await getRow(ctx, taskKey(reference), { lock: true })
  refuseOtherVersion(row, expected)
  await Promise.all([
    deleteTask(ctx.tx, row.id),
    emitEvents(ctx, [{ type: 'task.deleted', subjectId: row.id, data: toTask(row) }]),
    recordAudit(ctx, [{ action: 'task.deleted', subjectId: row.id }]),
  ])
}
