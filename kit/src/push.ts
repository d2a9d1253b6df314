// A change that the service pushes to the vendor, and its result.
import type { Json, RemoteFields, RemoteRef, RemoteTask, TaskField } from './remote-task.ts'

/** `fields` holds only what is to change, in the vendor's values. */
export type Change =
  | { kind: 'create'; fields: RemoteFields }
  | { kind: 'update'; ref: RemoteRef; fields: RemoteFields }
  | { kind: 'comment'; ref: RemoteRef; body: string }

/** The task that led to the change, for vendors that store its outcome. */
export type FinishedTask = {
  id: string
  number: number
  title: string
  status: string
  result: Json
  assignee: string | null
  completedAt: string | null
}

export type PushOptions = {
  /**
   * The same for every try of one change. An integration that marks what it makes writes it into the item or the comment
   * and gives it back as `marker`; one whose vendor takes ids from clients sends it as such.
   */
  marker: string
  /** The version the change was made for; where the vendor has a lock, it is used. */
  expect?: string
  /** Of an update: the item as it was read right before, in the version of `expect`. */
  current?: RemoteTask
  /** Of an update: as the task is now. */
  task?: FinishedTask
}

/** A field that was not written, and why: never dropped silently. */
export type SkippedField = { field: TaskField | `custom.${string}`; why: string }

/** Everything else is thrown as a `Failure`. */
export type PushResult =
  | {
      ok: true
      ref: RemoteRef
      /** If the response contains it; the host reads the item again in any case. */
      version?: string
      commentId?: string
      skipped: SkippedField[]
    }
  | { ok: false; reason: 'conflict'; current: RemoteTask }
  | { ok: false; reason: 'gone'; why: string }
