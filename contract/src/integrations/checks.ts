// What was found over there: whether a connection works, what can be chosen from, what a mapping would do.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Timestamp } from '../schema.ts'
import { CheckStage } from './integration-requests.ts'
import { ChoiceKind, RemoteChoice } from './mapping.ts'

const Stage = Closed({
  stage: CheckStage,
  state: Choice(['ok', 'warning', 'failed', 'skipped']),
  detail: Type.String(),
  vendor_text: Nullable(Type.String(), { description: 'What the other side said' }),
  fix: Nullable(Type.String(), { description: 'What somebody can do about it' }),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
})
export type CheckedStage = Static<typeof Stage>

export const ConnectionCheck = Closed(
  {
    ok: Type.Boolean({ description: 'Whether it can be worked with' }),
    stages: Type.Array(Stage, { description: 'In the order they were tried' }),
    self: Nullable(Closed({ id: Type.String(), name: Type.String() })),
    server: Nullable(Closed({ name: Type.String(), version: Nullable(Type.String()) })),
    hosts: Type.Array(Type.String()),
    clock_skew_ms: Nullable(Type.Integer(), { description: 'The other clock minus ours' }),
    total: Nullable(Type.Integer(), { description: 'How many items there are, where it is known' }),
    sample: Nullable(Closed({ title: Type.String(), url: Type.String() })),
    checked_at: Timestamp(),
  },
  { description: 'Each step of a connection, and what to do about the one that failed' },
)
export type ConnectionCheck = Static<typeof ConnectionCheck>

export const DiscoverQuery = Closed({ what: ChoiceKind })
export const RemoteChoiceList = Closed(
  { data: Type.Array(RemoteChoice) },
  { description: 'In the order of the other side' },
)

const PreviewField = Closed({
  field: Type.String(),
  remote: AnyJson('Over there'),
  remote_name: Nullable(Type.String(), { description: 'What people over there call that value' }),
  task: AnyJson('On the task'),
  note: Nullable(Type.String(), { description: 'Why it is not taken over as it is' }),
})

const PreviewRecord = Closed({
  external_id: Type.String(),
  key: Type.String({ description: 'What people call it over there' }),
  url: Type.String(),
  would: Choice(['create', 'change', 'nothing'], { description: 'What the next run would do' }),
  task_id: Nullable(Id('task'), { description: 'The task it is linked to' }),
  fields: Type.Array(PreviewField),
})
export type PreviewRecord = Static<typeof PreviewRecord>

export const MappingPreview = Closed(
  {
    mapping: OpenObject({ description: 'What holds, with everything that nobody said' }),
    records: Type.Array(PreviewRecord, { maxItems: 10 }),
  },
  { description: 'What a mapping makes of real items' },
)
export type MappingPreview = Static<typeof MappingPreview>
