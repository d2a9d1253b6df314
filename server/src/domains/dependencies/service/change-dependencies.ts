// Changing what blocks a task: no cycle can come about, not even by two changes at the same time.
import { isDeepStrictEqual } from 'node:util'
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { dependencyCycle, ownBlocker, tooManyDependencies } from '../errors.ts'
import {
  deleteDependencies,
  insertDependencies,
  listBlocking,
  lockRelations,
  updateReadyTime,
} from '../store.ts'
import { holdBlockers, openBlockers } from './hold-blockers.ts'

/** Tasks that are looked at in search of a cycle. */
const WALKED_MAX = 10_000

export type DependencyChange = { before: Task; after: Task }

export function isDependencyChanged({ before, after }: DependencyChange): boolean {
  return !isDeepStrictEqual(before.blocked_by ?? [], after.blocked_by ?? [])
}

/**
 * The task is locked and written already. It gets its queue entry from maintenance of the queues when nothing blocks it any
 * more. A blocker that is completed counts as done, even if it is reopened later.
 */
export async function replaceDependencies(
  ctx: Pick<WorkContext, 'tx'>,
  taskId: string,
  { before, after }: DependencyChange,
): Promise<void> {
  const { tx } = ctx
  if (after.blocked_by?.includes(after.id)) throw ownBlocker()
  const open = openBlockers(await holdBlockers(tx, [after]), after, before.blocked_by)
  if (open.length > 0) {
    await lockRelations(tx)
    await refuseCycle(ctx, taskId, open)
  }
  await deleteDependencies(tx, taskId)
  await Promise.all([
    insertDependencies(
      tx,
      open.map((blockerId) => ({ taskId, blockerId })),
    ),
    updateReadyTime(tx, taskId, open.length > 0),
  ])
}

async function refuseCycle(
  { tx }: Pick<WorkContext, 'tx'>,
  taskId: string,
  blockerIds: readonly string[],
): Promise<void> {
  const blocking = await listBlocking(tx, blockerIds, WALKED_MAX + 1)
  if (blocking.has(taskId)) throw dependencyCycle()
  if (blocking.size > WALKED_MAX) throw tooManyDependencies(WALKED_MAX)
}
