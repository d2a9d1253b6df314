// Creating or changing the task with an external reference: safe to repeat and safe to race.
import type { Task, TaskUpsert } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { mergePatch } from '#lib/json/merge-patch.ts'
import { uuidOf } from '../document.ts'
import { isReferenceTaken, nothingToMatch } from '../errors.ts'
import { findTask } from '../store.ts'
import { changeLocked, changeTask } from './change-task.ts'
import { createTask } from './create-tasks.ts'
import type { Expected } from './get-task.ts'
import { lockInOrder, refuseOvertaken } from './lock-in-order.ts'

export async function upsertTask(
  ctx: Context,
  reference: { source: string; externalId: string },
  input: TaskUpsert,
  expected: Expected = {},
): Promise<{ task: Task; created: boolean }> {
  if (input.blocked_by?.length) {
    const known = await findTask(ctx.tx, reference)
    await lockInOrder(ctx, [...(known ? [known.id] : []), ...input.blocked_by])
  }
  const existing = await findTask(ctx.tx, reference, 'change')
  if (existing) return { task: await changeLocked(ctx, existing, input, expected), created: false }
  if (expected.exists) throw nothingToMatch()
  const { status, ...rest } = withoutClearing(input)
  const draft = { ...rest, source: reference.source, external_id: reference.externalId }
  const start = status === 'triage' ? { status } : {}
  try {
    const task = await ctx.tx.savepoint(() => createTask(ctx, { ...draft, ...start }))
    if (status === undefined || status === task.status) return { task, created: true }
    return { task: await changeTask(ctx, task.id, { status }), created: true }
  } catch (error) {
    // Another request created it in between; now it can be updated.
    const winner = isReferenceTaken(error) && (await findTask(ctx.tx, reference, 'change'))
    if (!winner) throw error
    await refuseOvertaken(ctx, [uuidOf(winner.id)])
    return { task: await changeLocked(ctx, winner, input, expected), created: false }
  }
}

/** A null inside free JSON clears a name; in a new task there is none, so that the same request again changes nothing. */
function withoutClearing(input: TaskUpsert): TaskUpsert {
  const { input: start, result, fields } = input
  return {
    ...input,
    ...(start !== undefined && { input: mergePatch(null, start) }),
    ...(result !== undefined && { result: mergePatch(null, result) }),
    ...(fields !== undefined && { fields: mergePatch(null, fields) as Record<string, unknown> }), // an object by schema
  }
}
