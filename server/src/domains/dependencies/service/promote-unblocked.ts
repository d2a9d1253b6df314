// Tasks whose last blocker is done get their entry in the queue.
import type { WorkContext } from '#db/context.ts'
import { addEntries, type Queued } from '#domains/claims/index.ts'
import { deleteResolved, lockUnblocked, releaseTasks } from '../store.ts'

/** `examined` tasks had lost a blocker, at most `limit`: with as many there may be more. */
export type Promotion = { examined: number; queued: Queued[] }

/** For maintenance of the queues. Safe to run in several processes: tasks that are locked are left for the next time. */
export async function promoteUnblocked(
  { tx }: Pick<WorkContext, 'tx'>,
  limit: number,
): Promise<Promotion> {
  const taskIds = await lockUnblocked(tx, limit)
  if (taskIds.length === 0) return { examined: 0, queued: [] }
  await deleteResolved(tx, taskIds)
  const idle = await releaseTasks(tx, taskIds)
  const queued = idle.length > 0 ? await addEntries(tx, idle) : []
  return { examined: taskIds.length, queued }
}
