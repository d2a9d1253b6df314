// Every event the service writes to its log: exactly one for each change, with the state after it.
import { type Static, type TSchema, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Agent } from '../agents/agents.ts'
import { Approval } from '../agents/approvals.ts'
import { Question } from '../agents/questions.ts'
import { Run } from '../agents/runs.ts'
import { Attachment } from '../attachments.ts'
import { Comment } from '../comments.ts'
import { ConnectorNews } from '../connectors/connectors.ts'
import { Id } from '../ids.ts'
import { Conflict, IntegrationNews, Link } from '../integrations/links.ts'
import { CURSOR, pageQuery } from '../page.ts'
import { Schedule } from '../recurrence/schedules.ts'
import { Choice, Closed, OpenObject, Timestamp } from '../schema.ts'
import { Task } from '../tasks/tasks.ts'
import type { Status } from '../transitions.ts'
import { Webhook } from '../webhooks/webhooks.ts'

export type EventEntry = { when: string; data: TSchema; since: string }

export const events = {
  'task.created': { when: 'A task was created.', data: Task, since: '0.1.0' },
  'task.updated': {
    when: 'Fields of a task changed, but not its status.',
    data: Task,
    since: '0.1.0',
  },
  'task.triaged': { when: 'A task was moved back to `triage`.', data: Task, since: '0.1.0' },
  'task.readied': { when: 'A task moved to `ready`.', data: Task, since: '0.1.0' },
  'task.started': {
    when: 'A task moved to `in_progress`: work started or resumed.',
    data: Task,
    since: '0.1.0',
  },
  'task.input_requested': {
    when: 'A task moved to `input_required`: work is blocked until someone replies.',
    data: Task,
    since: '0.1.0',
  },
  'task.review_requested': { when: 'A task moved to `in_review`.', data: Task, since: '0.1.0' },
  'task.completed': { when: 'A task was completed.', data: Task, since: '0.1.0' },
  'task.failed': { when: 'A task failed.', data: Task, since: '0.1.0' },
  'task.canceled': { when: 'A task was canceled.', data: Task, since: '0.1.0' },
  'task.reopened': {
    when: 'A completed, failed or canceled task was moved back to `ready`.',
    data: Task,
    since: '0.1.0',
  },
  'task.settled': {
    when: 'The external system that the task came from or was pushed to confirmed its outcome.',
    data: Task,
    since: '0.1.0',
  },
  'task.sync_conflict': {
    when: 'The same field was changed on a task and on its linked external item; `data` is the conflict.',
    data: Conflict,
    since: '0.1.0',
  },
  'task.source_changed': {
    when: 'A task was finished, but its database row had changed in the meantime. Nothing was written; `data` is the conflict with both versions.',
    data: Conflict,
    since: '0.1.0',
  },
  'task.deleted': {
    when: 'A task was deleted; `data` is its last state.',
    data: Task,
    since: '0.1.0',
  },
  'comment.created': { when: 'A comment was created.', data: Comment, since: '0.1.0' },
  'comment.updated': { when: 'A comment was edited.', data: Comment, since: '0.1.0' },
  'comment.deleted': {
    when: 'A comment was deleted; `data` is its last state.',
    data: Comment,
    since: '0.1.0',
  },
  'attachment.created': {
    when: 'A file was attached to a task; `data` does not have its content.',
    data: Attachment,
    since: '0.2.0',
  },
  'attachment.deleted': {
    when: 'An attachment was deleted. Not sent when its task is deleted.',
    data: Attachment,
    since: '0.2.0',
  },
  'run.started': { when: 'An agent claimed a task.', data: Run, since: '0.2.0' },
  'run.parked': {
    when: 'An agent asked a question, or its effects need an approval. The run waits, without a lease.',
    data: Run,
    since: '0.2.0',
  },
  'run.resumed': { when: 'A parked run was resumed by its agent.', data: Run, since: '0.2.0' },
  'run.completed': { when: 'An agent completed a task.', data: Run, since: '0.2.0' },
  'run.failed': {
    when: 'An agent reported an error, or its question expired with `on_timeout` `fail`.',
    data: Run,
    since: '0.2.0',
  },
  'run.released': {
    when: 'An agent released a task, or its question expired with `on_timeout` `release`.',
    data: Run,
    since: '0.2.0',
  },
  'run.expired': {
    when: 'A lease ended without a heartbeat: see `end_reason`.',
    data: Run,
    since: '0.2.0',
  },
  'run.canceled': {
    when: 'A run was stopped, the status of its task was changed by someone else, or the task or the agent was deleted.',
    data: Run,
    since: '0.2.0',
  },
  'question.asked': { when: 'An agent asked a question.', data: Question, since: '0.2.0' },
  'question.answered': {
    when: 'A question was answered by a person or by its timeout policy.',
    data: Question,
    since: '0.2.0',
  },
  'question.expired': {
    when: 'No one answered a question in time, and its timeout policy has no answer.',
    data: Question,
    since: '0.2.0',
  },
  'question.withdrawn': {
    when: 'A run ended before its question was answered.',
    data: Question,
    since: '0.2.0',
  },
  'approval.requested': {
    when: 'Effects of an agent need an approval.',
    data: Approval,
    since: '0.2.0',
  },
  'approval.approved': {
    when: 'A person approved effects of an agent.',
    data: Approval,
    since: '0.2.0',
  },
  'approval.rejected': {
    when: 'A person rejected effects of an agent.',
    data: Approval,
    since: '0.2.0',
  },
  'approval.changed': {
    when: 'Effects that need an approval have changed, so that they have to be approved again, or there is nothing left to approve.',
    data: Approval,
    since: '0.2.0',
  },
  'approval.withdrawn': {
    when: 'A run ended, or someone else moved the task, before its effects were approved.',
    data: Approval,
    since: '0.2.0',
  },
  'agent.created': { when: 'An agent was created.', data: Agent, since: '0.2.0' },
  'agent.updated': { when: 'The settings of an agent changed.', data: Agent, since: '0.2.0' },
  'agent.paused': { when: 'An agent was paused.', data: Agent, since: '0.2.0' },
  'agent.resumed': { when: 'A paused agent was resumed.', data: Agent, since: '0.2.0' },
  'agent.deleted': { when: 'An agent was deleted.', data: Agent, since: '0.2.0' },
  'schedule.created': { when: 'A schedule was created.', data: Schedule, since: '0.2.0' },
  'schedule.updated': {
    when: 'The settings of a schedule changed.',
    data: Schedule,
    since: '0.2.0',
  },
  'schedule.paused': { when: 'A schedule was paused.', data: Schedule, since: '0.2.0' },
  'schedule.resumed': { when: 'A paused schedule was resumed.', data: Schedule, since: '0.2.0' },
  'schedule.failed': {
    when: 'An occurrence of a schedule created no task: see `last_error`.',
    data: Schedule,
    since: '0.2.0',
  },
  'schedule.deleted': { when: 'A schedule was deleted.', data: Schedule, since: '0.2.0' },
  'webhook.test': {
    when: 'A test event was requested. It is sent to that webhook only.',
    data: Webhook,
    since: '0.1.0',
  },
  'webhook.failing': {
    when: 'Every attempt of a webhook has failed for days. It will be disabled if this continues.',
    data: Webhook,
    since: '0.1.0',
  },
  'webhook.disabled': {
    when: 'A webhook was disabled because every attempt failed for days or its receiver responded with 410 Gone.',
    data: Webhook,
    since: '0.1.0',
  },
  'connector.enrolled': {
    when: 'A connector was enrolled with its token.',
    data: ConnectorNews,
    since: '0.1.0',
  },
  'connector.frozen': {
    when: 'A connector was locked because its key was used in two places. It must be re-enrolled.',
    data: ConnectorNews,
    since: '0.1.0',
  },
  'connector.resynced': {
    when: 'A connector re-synced after the database was restored. If the connector was offline at that time, a copy of its key may be in use.',
    data: ConnectorNews,
    since: '0.1.0',
  },
  'link.frozen': {
    when: 'A sync loop was detected: a field of a linked task kept changing back and forth. Sync of the link is paused until it is resumed.',
    data: Link,
    since: '0.1.0',
  },
  'integration.failing': {
    when: 'An integration needs attention or has failed several times in a row.',
    data: IntegrationNews,
    since: '0.1.0',
  },
  'integration.recovered': {
    when: 'A failing integration works again.',
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
    pattern: CURSOR,
    maxLength: 200,
    description: '`next_cursor` of an earlier response, or the `id` of an event in the stream',
  }),
)
const type = Type.Optional(
  Type.Array(EventTypeSelector, {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: 'Only these event types; repeatable',
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
      description: 'Always present: pass it as `after` to get the next events, now or later',
    }),
    has_more: Type.Boolean({
      description:
        'Whether there are more events now. A page may be short, even empty, if `type` filters out many events.',
    }),
  },
  { description: 'Events in order' },
)

export const EventTypeEntry = Closed({
  type: Choice(Object.keys(events) as EventType[]),
  when: Type.String({ description: 'When the event is sent' }),
  since: Type.String({ description: 'Task Service version that introduced it' }),
  schema: OpenObject({ description: 'JSON Schema (2020-12) of the envelope with its `data`' }),
  example: EventEnvelope,
})
export const EventTypeList = Closed(
  { data: Type.Array(EventTypeEntry) },
  { description: 'All event types' },
)
