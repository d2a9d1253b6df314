// Finding one task by what callers name it with.
import type { Task } from '@task-service/contract'
import type { Context, WorkContext } from '#db/context.ts'
import { decodeId } from '#lib/ids.ts'
import { uuidOf } from '../document.ts'
import { taskNotFound, versionMismatch } from '../errors.ts'
import { type Document, findDocument, findTask, type TaskKey } from '../store.ts'

/** What the caller takes for granted, when it said so: that there is a task, and at which version. */
export type Expected = { version?: number | undefined; exists?: true }

/** `tsk_…` or `T-142`; the contract has checked the form. */
export function taskKey(reference: string): TaskKey {
  const id = decodeId('task', reference)
  return id ? { id } : { number: Number(reference.slice(2)) }
}

/** The task as stored JSON: reading one needs no more than passing it on. */
export async function getDocument(ctx: Context, reference: string): Promise<Document> {
  const found = await findDocument(ctx.tx, taskKey(reference))
  if (!found) throw taskNotFound()
  return found
}

export async function lockTask(
  ctx: WorkContext,
  reference: string,
  lock: 'change' | 'delete',
): Promise<Task> {
  const task = await findTask(ctx.tx, taskKey(reference), lock)
  if (!task) throw taskNotFound()
  return task
}

/** For other domains that hang something on a task. */
export async function getTaskUuid(ctx: WorkContext, reference: string): Promise<string> {
  const task = await findTask(ctx.tx, taskKey(reference))
  if (!task) throw taskNotFound()
  return uuidOf(task.id)
}

export function refuseOtherVersion(task: Task, expected: Expected): void {
  if (expected.version !== undefined && expected.version !== task.version) {
    throw versionMismatch(task.version)
  }
}
