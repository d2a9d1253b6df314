// Every event the service writes to its log: exactly one for each change, with the state after it.
import { type Static, type TSchema, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Comment } from './comments.ts'
import { ConnectorNews } from './connectors/connectors.ts'
import { Id } from './ids.ts'
import { Conflict, IntegrationNews, Link } from './integrations/links.ts'
import { pageQuery } from './page.ts'
import { Choice, Closed, OpenObject, Timestamp } from './schema.ts'
import { Task } from './tasks.ts'
import type { Status } from './transitions.ts'
import { Webhook } from './webhooks/webhooks.ts'

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
  'task.settled': {
    when: 'Where the task came from or was sent to, its outcome was read back.',
    data: Task,
    since: '0.1.0',
  },
  'task.sync_conflict': {
    when: 'A task and the item it is linked with were changed in the same field; `data` is the conflict.',
    data: Conflict,
    since: '0.1.0',
  },
  'task.source_changed': {
    when: 'A task was finished, but the row it came from had changed meanwhile; nothing was written, and `data` has both.',
    data: Conflict,
    since: '0.1.0',
  },
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
  'webhook.test': {
    when: 'Somebody asked for a test event; it goes to that webhook only.',
    data: Webhook,
    since: '0.1.0',
  },
  'webhook.failing': {
    when: 'A webhook has only failed for days and will be disabled if that goes on.',
    data: Webhook,
    since: '0.1.0',
  },
  'webhook.disabled': {
    when: 'A webhook was disabled: it failed for days, or its receiver said that it is gone.',
    data: Webhook,
    since: '0.1.0',
  },
  'connector.enrolled': {
    when: 'A connector has used its token; its key is known from now on.',
    data: ConnectorNews,
    since: '0.1.0',
  },
  'connector.frozen': {
    when: 'The key of a connector was used in two places; nobody gets in with it until it is enrolled anew.',
    data: ConnectorNews,
    since: '0.1.0',
  },
  'connector.resynced': {
    when: 'A connector re-synced after a restore of the database. If it was offline then, a copy of its key may be in use.',
    data: ConnectorNews,
    since: '0.1.0',
  },
  'link.frozen': {
    when: 'A field of a linked task went back and forth; nothing is taken over until somebody resumes the link.',
    data: Link,
    since: '0.1.0',
  },
  'integration.failing': {
    when: 'An integration cannot do its work, or has failed several times in a row.',
    data: IntegrationNews,
    since: '0.1.0',
  },
  'integration.recovered': {
    when: 'An integration that was failing works again.',
    data: IntegrationNews,
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

/** A type, or all types of one noun: `task.*`. */
const nouns = [...new Set(Object.keys(events).map((type) => type.split('.')[0] ?? ''))]
export const EventTypeSelector = Choice([
  ...(Object.keys(events) as EventType[]),
  ...nouns.map((noun) => `${noun}.*`),
])

export function selectsType(selector: string, type: string): boolean {
  return selector.endsWith('.*') ? type.startsWith(selector.slice(0, -1)) : type === selector
}

/** Undefined where nothing was chosen, which is everything. */
export function selectTypes(selectors: readonly string[] | undefined): EventType[] | undefined {
  const types = Object.keys(events) as EventType[] // keys of the table
  return selectors && types.filter((type) => selectors.some((one) => selectsType(one, type)))
}

const after = Type.Optional(
  Type.String({
    pattern: '^[A-Za-z0-9._-]+$',
    maxLength: 200,
    description: '`next_cursor` of an earlier answer, or the `id` of an event of the stream',
  }),
)
const type = Type.Optional(
  Type.Array(EventTypeSelector, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Only these types; may be repeated',
  }),
)

export const EventListQuery = Closed({ after, limit: pageQuery.limit, type })
export type EventListQuery = Static<typeof EventListQuery>
export const EventStreamQuery = Closed({ after, type })
export type EventStreamQuery = Static<typeof EventStreamQuery>

export const EventPage = Closed(
  {
    data: Type.Array(EventEnvelope),
    next_cursor: Type.String({
      description: 'Always there: send it back as `after`, now or when more has happened',
    }),
    has_more: Type.Boolean({
      description:
        'Ask again at once; a page may be short, even empty, where `type` leaves much out',
    }),
  },
  { description: 'Events in the order of the log' },
)

export const EventTypeEntry = Closed({
  type: Choice(Object.keys(events) as EventType[]),
  when: Type.String({ description: 'What happened' }),
  since: Type.String({ description: 'Version of the service that has it' }),
  schema: OpenObject({ description: 'JSON Schema (2020-12) of the envelope with its `data`' }),
  example: EventEnvelope,
})
export const EventTypeList = Closed(
  { data: Type.Array(EventTypeEntry) },
  { description: 'Every type of event' },
)
