// Links between tasks and external items, with their conflicts and write-backs.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Timestamp } from '../schema.ts'
import { Policy } from './mapping.ts'

export const LINK_STATES = ['planned', 'active', 'frozen', 'gone'] as const
export const LinkState = Choice(LINK_STATES, {
  description:
    '`planned`: the external item is being created. `active`: synced. `frozen`: sync is paused because a loop was detected. `gone`: the task or the external item was deleted.',
})

/** A record that explains a task and is not one: a deal, a contact. */
export const ContextRecord = Closed({
  kind: Type.String(),
  id: Type.String(),
  title: Type.String(),
  url: Type.Optional(Type.String()),
  facts: Type.Array(Closed({ name: Type.String(), value: Type.String() })),
})

export const Link = Closed(
  {
    id: Id('link'),
    integration_id: Id('integration'),
    task_id: Id('task'),
    external_id: Nullable(Type.String(), {
      description: 'ID of the external item; null until it is created',
    }),
    external_key: Nullable(Type.String(), {
      description: 'Key or number of the external item, as shown to users',
    }),
    url: Nullable(Type.String(), { description: 'URL of the external item' }),
    state: LinkState,
    state_reason: Nullable(Type.String()),
    context: Type.Array(ContextRecord, {
      description: 'Related records in the external system, such as a deal or a contact',
    }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A link between a task and an external item' },
)
export type Link = Static<typeof Link>

export const LinkStep = Closed({
  at: Timestamp(),
  direction: Choice(['in', 'out', 'echo', 'note'], {
    description:
      '`in`: imported. `out`: pushed. `echo`: a change of Task Service came back and was ignored. `note`: anything else.',
  }),
  cause: Type.String(),
  actor: Nullable(Type.String()),
  fields: Type.Array(Type.String()),
  external_version: Nullable(Type.String()),
  task_version: Nullable(Type.Integer()),
  detail: AnyJson('Further details'),
})
export type LinkStep = Static<typeof LinkStep>

export const LinkExplanation = Closed(
  {
    link: Link,
    agreed: OpenObject({ description: 'Last common value of each field' }),
    steps: Type.Array(LinkStep, { description: 'Changes, oldest first' }),
  },
  { description: 'The history of a link' },
)
export type LinkExplanation = Static<typeof LinkExplanation>

const Winner = Choice(['service', 'remote'], {
  description: 'Whose value was used: Task Service or the external system',
})

export const Conflict = Closed(
  {
    id: Id('conflict'),
    integration_id: Id('integration'),
    link_id: Id('link'),
    task_id: Id('task'),
    field: Type.String(),
    base: AnyJson('Last common value'),
    service_value: AnyJson('Value of the task'),
    remote_value: AnyJson('Value of the external item, mapped to the task field'),
    policy: Policy,
    state: Choice(['open', 'resolved']),
    resolution: Nullable(Winner),
    resolved_by: Nullable(Type.String()),
    resolved_at: Nullable(Timestamp()),
    created_at: Timestamp(),
  },
  { description: 'A field that was changed on both sides; both values are kept' },
)
export type Conflict = Static<typeof Conflict>

/** Why a request to a vendor failed. */
export const SyncError = Closed({
  kind: Type.String(),
  message: Type.String(),
  vendor_text: Type.Optional(Type.String()),
  fix: Type.Optional(Type.String()),
})
export type SyncError = Static<typeof SyncError>

export const IntegrationNews = Closed(
  {
    id: Id('integration'),
    provider: Type.String(),
    name: Type.String(),
    failures: Type.Integer({ minimum: 0, description: 'Consecutive failures' }),
    error: Nullable(SyncError),
  },
  { description: 'A change of an integration’s health' },
)
export type IntegrationNews = Static<typeof IntegrationNews>

export const WRITE_BACK_STATES = [
  'awaiting_approval',
  'planned',
  'sent',
  'confirmed',
  'conflict',
  'failed',
  'superseded',
] as const

export const WriteBack = Closed(
  {
    id: Id('write_back'),
    integration_id: Id('integration'),
    link_id: Id('link'),
    task_id: Id('task'),
    kind: Choice(['create', 'update', 'comment']),
    wanted: OpenObject({ description: 'Values to write, by field of the external system' }),
    comment_id: Nullable(Id('comment')),
    approval_id: Nullable(Id('approval'), {
      description: 'Approval that it is sent with, or waits for',
    }),
    task_version: Type.Integer(),
    state: Choice(WRITE_BACK_STATES, {
      description:
        '`awaiting_approval`: an effect of an agent that a person has not approved, or that has not been sent since. `planned`: queued. `sent`: written, not confirmed yet. `confirmed`: read back from the external system. `superseded`: replaced by a newer change.',
    }),
    tries: Type.Integer({ minimum: 0 }),
    next_try_at: Nullable(Timestamp()),
    skipped: Type.Array(Closed({ field: Type.String(), why: Type.String() })),
    error: Nullable(SyncError),
    planned_at: Timestamp(),
    sent_at: Nullable(Timestamp()),
    ended_at: Nullable(Timestamp()),
  },
  { description: 'A write-back: a change that is pushed to the external system' },
)
export type WriteBack = Static<typeof WriteBack>
