// Finding one task by what callers name it with.
import type { Task } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { decodeId } from '#lib/ids.ts'
import { taskNotFound, versionMismatch } from '../errors.ts'
import { type TaskRow, toTask } from '../row.ts'
import { findTask, type TaskKey } from '../store.ts'

/** What the caller takes for granted, when it said so: that there is a task, and at which version. */
export type Expected = { version?: number | undefined; exists?: true }

/** `tsk_…` or `T-142`; the contract has checked the form. */
export function taskKey(reference: string): TaskKey {
  const id = decodeId('task', reference)
  return id ? { id } : { number: Number(reference.slice(2)) }
}

export async function getRow(ctx: Context, key: TaskKey, options: { lock?: boolean } = {}) {
  const row = await findTask(ctx.tx, key, options)
  if (!row) throw taskNotFound()
  return row
}

export async function getTask(ctx: Context, reference: string): Promise<Task> {
  return toTask(await getRow(ctx, taskKey(reference)))
}

/** For other domains that hang something on a task. */
export async function getTaskUuid(ctx: Context, reference: string): Promise<string> {
  return (await getRow(ctx, taskKey(reference))).id
}

export function refuseOtherVersion(row: TaskRow, expected: Expected): void {
  if (expected.version !== undefined && expected.version !== row.version) {
    throw versionMismatch(row.version)
  }
}
