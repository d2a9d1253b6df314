// The dispatcher's third listener: what concerns a person appears in their inbox, in the transaction in which the event is
// read from the log. Nothing is lost if a worker is killed, because the event is then read again, and nothing is doubled,
// because the same cause is noted once for each person.
import type { Reader } from '#db/reader.ts'
import type { LoggedEvent } from '#events/logged-event.ts'
import { insertNotifications, listConcerned } from '../store/concerned.ts'

const OTHERS = new Set([
  'comment.created',
  'comment.updated',
  'task.failed',
  'question.asked',
  'approval.requested',
])

/** A new task has no list of changes. Taking a task changes its status and its assignee in one event. */
function assigns({ type, changed }: LoggedEvent): boolean {
  if (type === 'task.created') return true
  return type.startsWith('task.') && type !== 'task.deleted' && changed.includes('assignee')
}

export async function notifyPeople(tx: Reader, events: readonly LoggedEvent[]): Promise<void> {
  const about = events
    .map((event) => ({ ...event, assigns: assigns(event) }))
    .filter((event) => event.assigns || OTHERS.has(event.type))
  if (about.length === 0) return
  const concerns = await listConcerned(tx, about)
  if (concerns.length > 0) await insertNotifications(tx, concerns)
}
