// A task here and an item there that are the same work: the link between them, where they disagreed, what is on its way.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Timestamp } from '../schema.ts'
import { Policy } from './mapping.ts'

export const LINK_STATES = ['planned', 'active', 'frozen', 'gone'] as const
export const LinkState = Choice(LINK_STATES, {
  description:
    '`planned`: to be made there. `frozen`: it went back and forth, somebody has to look. `gone`: one side was deleted',
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
    external_id: Nullable(Type.String(), { description: 'Null until it is made there' }),
    external_key: Nullable(Type.String(), { description: 'What people call it there' }),
    url: Nullable(Type.String(), { description: 'Where people open it' }),
    state: LinkState,
    state_reason: Nullable(Type.String()),
    context: Type.Array(ContextRecord, { description: 'Records there that explain the task' }),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A task here and an item there that are the same work' },
)
export type Link = Static<typeof Link>

export const LinkStep = Closed({
  at: Timestamp(),
  direction: Choice(['in', 'out', 'echo', 'note'], {
    description:
      '`in`: taken over from there. `out`: written there. `echo`: our own change came back',
  }),
  cause: Type.String(),
  actor: Nullable(Type.String()),
  fields: Type.Array(Type.String()),
  external_version: Nullable(Type.String()),
  task_version: Nullable(Type.Integer()),
  detail: AnyJson('More, where there is any'),
})
export type LinkStep = Static<typeof LinkStep>

export const LinkExplanation = Closed(
  {
    link: Link,
    agreed: OpenObject({ description: 'What both sides last agreed on, by field' }),
    steps: Type.Array(LinkStep, { description: 'What happened, the newest last' }),
  },
  { description: 'Why a link is as it is' },
)
export type LinkExplanation = Static<typeof LinkExplanation>

const Winner = Choice(['service', 'remote'], { description: 'Whose value holds' })

export const Conflict = Closed(
  {
    id: Id('conflict'),
    integration_id: Id('integration'),
    link_id: Id('link'),
    task_id: Id('task'),
    field: Type.String(),
    base: AnyJson('What both sides last agreed on'),
    service_value: AnyJson('What the task had'),
    remote_value: AnyJson('What the item had, in words of the task'),
    policy: Policy,
    state: Choice(['open', 'resolved']),
    resolution: Nullable(Winner),
    resolved_by: Nullable(Type.String()),
    resolved_at: Nullable(Timestamp()),
    created_at: Timestamp(),
  },
  { description: 'Both sides changed the same field; the value that lost is kept here' },
)
export type Conflict = Static<typeof Conflict>

/** How something at a vendor failed. */
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
    failures: Type.Integer({ minimum: 0, description: 'In a row' }),
    error: Nullable(SyncError),
  },
  { description: 'How an integration fares' },
)
export type IntegrationNews = Static<typeof IntegrationNews>

export const WRITE_BACK_STATES = [
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
    wanted: OpenObject({ description: 'In the words of the other side' }),
    comment_id: Nullable(Id('comment')),
    task_version: Type.Integer(),
    state: Choice(WRITE_BACK_STATES, {
      description: '`confirmed`: read back from there. `superseded`: a newer change took its place',
    }),
    tries: Type.Integer({ minimum: 0 }),
    next_try_at: Nullable(Timestamp()),
    skipped: Type.Array(Closed({ field: Type.String(), why: Type.String() })),
    error: Nullable(SyncError),
    planned_at: Timestamp(),
    sent_at: Nullable(Timestamp()),
    ended_at: Nullable(Timestamp()),
  },
  { description: 'A change on its way there' },
)
export type WriteBack = Static<typeof WriteBack>
