// Changing a task: every difference is one event and one audit entry, and no difference is none.
import type { Task, TaskChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { applyChange, changeEvent, differenceOf } from '../change.ts'
import { explainParent, parentInvalid } from '../errors.ts'
import { type TaskRow, toTask } from '../row.ts'
import { deleteLabels, insertLabels, isAncestor, lockParents, updateTask } from '../store.ts'
import { type Expected, getRow, refuseOtherVersion, taskKey } from './get-task.ts'

export async function changeTask(
  ctx: Context,
  reference: string,
  change: TaskChange,
  expected: Expected = {},
): Promise<Task> {
  const row = await getRow(ctx, taskKey(reference), { lock: true })
  return changeRow(ctx, row, change, expected)
}

export async function changeRow(
  ctx: Context,
  row: TaskRow,
  change: TaskChange,
  expected: Expected,
): Promise<Task> {
  refuseOtherVersion(row, expected)
  const next = applyChange(row, change, ctx.now)
  if (next === row) return toTask(row)
  if (next.parent_id && next.parent_id !== row.parent_id) await refuseCycle(ctx, next)
  const { changed, previous, before, after } = differenceOf(row, next)
  const type = changeEvent(row.status, next.status)
  await Promise.all([
    updateTask(ctx.tx, next),
    ...(changed.includes('labels') ? replaceLabels(ctx, next) : []),
    emitEvents(ctx, [{ type, subjectId: row.id, data: after, previous, changed }]),
    recordAudit(ctx, [
      {
        action: type,
        subjectId: row.id,
        changes: changed.map((field) => ({ field, from: before[field], to: after[field] })),
      },
    ]),
  ]).catch((error: unknown) => {
    throw explainParent(error)
  })
  return after
}

function replaceLabels(ctx: Context, row: TaskRow): Promise<void>[] {
  const labels = row.labels.map((label) => ({ taskId: row.id, label }))
  return [deleteLabels(ctx.tx, row.id), insertLabels(ctx.tx, labels)]
}

async function refuseCycle(ctx: Context, row: TaskRow): Promise<void> {
  if (!row.parent_id) return
  await lockParents(ctx.tx)
  if (await isAncestor(ctx.tx, row.id, row.parent_id)) throw parentInvalid()
}
