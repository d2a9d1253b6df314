// What a batch of events says about tasks: their current versions, which are deleted, and whose activity has grown.
import type { EventEnvelope, Task } from '@task-service/contract'

export type SortedEvents = {
  /** Each once, in its newest version. */
  tasks: Task[]
  deleted: Set<string>
  /** Ids and numbers (T-142) of all tasks something happened to. */
  touched: Set<string>
}

export function sortEvents(events: readonly EventEnvelope[]): SortedEvents {
  const newest = new Map<string, Task>()
  const deleted = new Set<string>()
  const touched = new Set<string>()
  for (const { type, data } of events) {
    // A comment, a run, a question, or another event about a task whose data is not the task itself.
    if ('task_id' in data) {
      touched.add(String(data['task_id']))
      continue
    }
    if (!type.startsWith('task.')) continue
    const task = data as unknown as Task // what the catalog of events says of `task.*`
    touched.add(task.id).add(`T-${task.number}`)
    if (type === 'task.deleted') deleted.add(task.id)
    else if (task.version > (newest.get(task.id)?.version ?? 0)) newest.set(task.id, task)
  }
  // A deleted task never comes back, whatever order the events arrive in.
  for (const id of deleted) newest.delete(id)
  return { tasks: [...newest.values()], deleted, touched }
}
