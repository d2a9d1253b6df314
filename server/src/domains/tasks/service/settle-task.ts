// Noting that where a task came from, or was sent to, its outcome is confirmed.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { uuidOf } from '../document.ts'
import { findTask } from '../store.ts'
import { saveChanges } from './change-task.ts'

/** For work that belongs to a task by its row id; nothing when the task is gone. Locks it. */
export function findTaskForChange(ctx: WorkContext, id: string): Promise<Task | undefined> {
  return findTask(ctx.tx, { id }, 'change')
}

/** `task` is locked by this transaction and in a final status. */
export async function settleTask(ctx: WorkContext, task: Task): Promise<Task> {
  if (task.settled_at !== null) return task
  const time = ctx.now.toISOString()
  const updatedAt = time > task.updated_at ? time : task.updated_at
  const after = { ...task, settled_at: time, version: task.version + 1, updated_at: updatedAt }
  await saveChanges(ctx, [{ before: task, after, type: 'task.settled' }])
  return after
}

export const taskUuid = uuidOf
