// The line in which events wait for each other when a webhook wants them in order: that of their task.
import { decodeId } from '#lib/ids.ts'

/** A comment or an attachment belongs to the line of its task; what is about no task has a line of its own. */
export function taskOf(event: { type: string; subject_id: string; data: object }): string {
  const task = (event.data as { task_id?: unknown }).task_id
  const isPart = /^(comment|attachment)\./.test(event.type) && typeof task === 'string'
  return (isPart && decodeId('task', task)) || event.subject_id
}
