// Whether the external system of a task has the task's latest change: what the newest write-back says, or else the task itself.
import type { Link, Task, WriteBack } from '@task-service/contract'

export type SourceState =
  /** Nothing of the task had to be written there. */
  | { kind: 'imported'; at: string }
  | { kind: 'confirmed'; at: string; write?: WriteBack }
  | { kind: 'writing'; write?: WriteBack }
  | { kind: 'awaiting_approval'; write: WriteBack }
  | { kind: 'conflict'; write: WriteBack }
  | { kind: 'rejected'; write: WriteBack }
  /** Sync of this item is off. */
  | { kind: 'paused' | 'gone'; reason: string | null }

/** `writes` come newest first, as the API returns them. */
export function sourceState(
  task: Pick<Task, 'status' | 'settled_at'>,
  link: Pick<Link, 'id' | 'state' | 'state_reason' | 'created_at'>,
  writes: readonly WriteBack[],
): SourceState {
  if (link.state === 'gone') return { kind: 'gone', reason: link.state_reason }
  if (link.state === 'frozen') return { kind: 'paused', reason: link.state_reason }
  const write = writes.find((one) => one.link_id === link.id && one.state !== 'superseded')
  if (write?.state === 'failed') return { kind: 'rejected', write }
  if (write?.state === 'conflict') return { kind: 'conflict', write }
  if (write?.state === 'awaiting_approval') return { kind: 'awaiting_approval', write }
  if (write?.state === 'planned' || write?.state === 'sent') return { kind: 'writing', write }
  if (link.state === 'planned') return { kind: 'writing' }
  // The outcome is planned a moment after the task was completed.
  if (task.status === 'completed' && task.settled_at === null) return { kind: 'writing' }
  const confirmed = [task.settled_at, write?.ended_at ?? null].filter((at) => at !== null)
  const at = confirmed.toSorted().at(-1)
  if (at === undefined) return { kind: 'imported', at: link.created_at }
  return { kind: 'confirmed', at, ...(write && { write }) }
}
