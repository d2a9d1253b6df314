// Every event the service writes to its log: exactly one for each change, with the state after it.
import { type Static, type TSchema, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Comment } from './comments.ts'
import { Id } from './ids.ts'
import { Choice, Closed, OpenObject, Timestamp } from './schema.ts'
import { Task } from './tasks.ts'
import type { Status } from './transitions.ts'

export type EventEntry = { when: string; data: TSchema; since: string }

export const events = {
  'task.created': { when: 'A task was created.', data: Task, since: '0.1.0' },
  'task.updated': { when: 'Fields changed, the status did not.', data: Task, since: '0.1.0' },
  'task.triaged': { when: 'A task went back to triage.', data: Task, since: '0.1.0' },
  'task.readied': { when: 'A task became ready to be picked up.', data: Task, since: '0.1.0' },
  'task.started': { when: 'Work began or went on.', data: Task, since: '0.1.0' },
  'task.input_requested': { when: 'Work waits for an answer.', data: Task, since: '0.1.0' },
  'task.review_requested': { when: 'Work waits for a review.', data: Task, since: '0.1.0' },
  'task.completed': { when: 'The work is done.', data: Task, since: '0.1.0' },
  'task.failed': { when: 'The work could not be done.', data: Task, since: '0.1.0' },
  'task.canceled': { when: 'The work is no longer wanted.', data: Task, since: '0.1.0' },
  'task.reopened': { when: 'A finished task is ready again.', data: Task, since: '0.1.0' },
  'task.deleted': {
    when: 'A task was deleted; `data` is its last state.',
    data: Task,
    since: '0.1.0',
  },
  'comment.created': { when: 'A comment was left on a task.', data: Comment, since: '0.1.0' },
  'comment.updated': { when: 'A comment was edited.', data: Comment, since: '0.1.0' },
  'comment.deleted': {
    when: 'A comment was removed; `data` is its last state.',
    data: Comment,
    since: '0.1.0',
  },
} as const satisfies Record<string, EventEntry>

export type EventType = keyof typeof events

/** The name of a status change, by the status it leads to. */
export const statusEvents = {
  triage: 'task.triaged',
  ready: 'task.readied',
  in_progress: 'task.started',
  input_required: 'task.input_requested',
  in_review: 'task.review_requested',
  completed: 'task.completed',
  failed: 'task.failed',
  canceled: 'task.canceled',
} as const satisfies Record<Status, EventType>

export const EventEnvelope = Closed({
  id: Id('event'),
  type: Choice(Object.keys(events) as EventType[]),
  timestamp: Timestamp(),
  tenant: Type.String(),
  actor: Actor,
  data: OpenObject({ description: 'The object after the change' }),
  previous: OpenObject({ description: 'Earlier values of the changed fields' }),
  changed: Type.Array(Type.String(), { description: 'Names of the changed fields' }),
})
export type EventEnvelope = Static<typeof EventEnvelope>
