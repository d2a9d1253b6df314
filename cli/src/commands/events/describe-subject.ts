// What an event is about, in a few words. Types of newer servers are described by what their data has.
import type { TaskServiceEvent } from '@task-service/sdk'

export function describeSubject(event: TaskServiceEvent): string {
  const data: Readonly<Record<string, unknown>> = { ...event.data } // fields of any object
  const { number, title, name, id } = data
  if (typeof number === 'number' && typeof title === 'string') return `T-${number} ${title}`
  const task = typeof data['task_id'] === 'string' ? ` of ${data['task_id']}` : ''
  return `${[name, id].find((one) => typeof one === 'string') ?? ''}${task}`
}
