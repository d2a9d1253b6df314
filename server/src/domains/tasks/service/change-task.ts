// Changing a task: every difference is one event and one audit entry, and no difference is none.
import type { EventType, Task, TaskChange } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { changesQueue, followChanges } from '#domains/claims/index.ts'
import {
  isDependencyChanged,
  lockRelations,
  replaceDependencies,
  resolveDependents,
} from '#domains/dependencies/index.ts'
import { indexValues, refuseInvalidValues } from '#domains/fields/index.ts'
import { emitEvents } from '#events/emit.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { applyChange, changeEvent, differenceOf } from '../change.ts'
import { refuseInvalidSchema, refuseTooLarge, uuidOf } from '../document.ts'
import { explainParent, parentInvalid } from '../errors.ts'
import { isAncestor, replaceLabels, updateTasks } from '../store.ts'
import { type Expected, lockTask, refuseOtherVersion } from './get-task.ts'
import { lockInOrder, refuseOvertaken } from './lock-in-order.ts'
import { resolveParent } from './resolve-parents.ts'

export async function changeTask(
  ctx: WorkContext,
  reference: string,
  change: TaskChange,
  expected: Expected = {},
): Promise<Task> {
  // In the order of their IDs, so that two such changes cannot wait for each other.
  if (change.blocked_by?.length) await lockInOrder(ctx, [reference, ...change.blocked_by])
  return changeLocked(ctx, await lockTask(ctx, reference, 'change'), change, expected)
}

/** `task` is locked by this transaction. */
export async function changeLocked(
  ctx: WorkContext,
  task: Task,
  given: TaskChange,
  expected: Expected,
): Promise<Task> {
  refuseOtherVersion(task, expected)
  const change = await resolveParent(ctx, given)
  const next = applyChange(task, change, ctx.now)
  if (next === task) return task
  refuseInvalidSchema(change)
  if (change.fields) await refuseInvalidValues(ctx, change.fields)
  // A task that is too large already can still be moved on.
  const { input, result, fields } = change
  const mayGrow = [input, result, fields].some((part) => part !== undefined)
  if (mayGrow) refuseTooLarge(next, limitsOf(ctx).taskBytes)
  if (next.parent_id && next.parent_id !== task.parent_id) await refuseCycle(ctx, next)
  await saveChanges(ctx, [{ before: task, after: next }])
  return next
}

/** `type` where the status does not tell what happened. */
export type Change = { before: Task; after: Task; type?: EventType }

/**
 * Writes tasks, events and audit entries together; the connection pipelines them into one round trip. Ends the run of a task
 * whose status changes, unless the change is that of the run.
 */
export async function saveChanges(
  ctx: WorkContext,
  changes: readonly Change[],
  options: { keepsRun?: boolean } = {},
): Promise<void> {
  const told = changes.map(({ before, after, type }) => ({
    before,
    after,
    type: type ?? changeEvent(before.status, after.status),
    subjectId: uuidOf(after.id),
    ...differenceOf(before, after),
  }))
  const queue = followChanges(
    ctx,
    told.map(({ before, after, changed, subjectId: id }) => ({ id, before, after, changed })),
    options,
  )
  await Promise.all([
    queue.leave(),
    updateTasks(
      ctx.tx,
      changes.map(({ before, after }) => ({
        ...after,
        leavesQueue: changesQueue({ before, after }),
      })),
    ),
    resolveDependents(
      ctx.tx,
      told.filter(isResolving).map(({ subjectId }) => subjectId),
    ),
    ...replaceRows(ctx, told),
    emitEvents(
      ctx,
      told.map(({ type, subjectId, after: data, previous, changed }) => ({
        type,
        subjectId,
        data,
        previous,
        changed,
      })),
    ),
    recordAudit(
      ctx,
      told.map(({ type, subjectId, before, after, changed }) => ({
        action: type,
        subjectId,
        changes: changed.map((field) => ({ field, from: before[field], to: after[field] })),
      })),
    ),
  ]).catch((error: unknown) => {
    throw explainParent(error)
  })
  for (const change of told.filter(isDependencyChanged)) {
    await replaceDependencies(ctx, change.subjectId, change)
  }
  await queue.arrive((taskIds) => refuseOvertaken(ctx, taskIds))
}

/** What is repeated as rows, so that lists can filter by it. */
function replaceRows(
  ctx: WorkContext,
  told: readonly { after: Task; subjectId: string; changed: readonly (keyof Task)[] }[],
): Promise<void>[] {
  const labeled = told.filter(({ changed }) => changed.includes('labels'))
  const valued = told.filter(({ changed }) => changed.includes('fields'))
  return [
    ...labeled.map(({ after }) => replaceLabels(ctx.tx, after)),
    indexValues(
      ctx,
      valued.map(({ after, subjectId: id }) => ({ id, task: after })),
    ),
  ]
}

const isDone = ({ status }: Task) => status === 'completed' || status === 'canceled'

/** A task that failed can be tried again, so those behind it wait. */
function isResolving({ before, after }: Change): boolean {
  return isDone(after) && !isDone(before)
}

async function refuseCycle(ctx: WorkContext, task: Task): Promise<void> {
  if (!task.parent_id) return
  await lockRelations(ctx.tx)
  if (await isAncestor(ctx.tx, uuidOf(task.id), uuidOf(task.parent_id))) throw parentInvalid()
}
