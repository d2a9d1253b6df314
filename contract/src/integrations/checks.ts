// Connection checks, choices in the external system, and mapping previews.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Timestamp } from '../schema.ts'
import { CheckStage } from './integration-requests.ts'
import { ChoiceKind, RemoteChoice } from './mapping.ts'

const Stage = Closed({
  stage: CheckStage,
  state: Choice(['ok', 'warning', 'failed', 'skipped']),
  detail: Type.String(),
  vendor_text: Nullable(Type.String(), { description: 'Error text of the external system' }),
  fix: Nullable(Type.String(), { description: 'How to fix it' }),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
})
export type CheckedStage = Static<typeof Stage>

export const ConnectionCheck = Closed(
  {
    ok: Type.Boolean({ description: 'Whether the connection works' }),
    stages: Type.Array(Stage, { description: 'In order' }),
    self: Nullable(Closed({ id: Type.String(), name: Type.String() })),
    server: Nullable(Closed({ name: Type.String(), version: Nullable(Type.String()) })),
    hosts: Type.Array(Type.String()),
    clock_skew_ms: Nullable(Type.Integer(), {
      description: 'Clock of the external system minus server time',
    }),
    total: Nullable(Type.Integer(), { description: 'Number of items, if known' }),
    sample: Nullable(Closed({ title: Type.String(), url: Type.String() })),
    checked_at: Timestamp(),
  },
  { description: 'The result of each step of a connection check' },
)
export type ConnectionCheck = Static<typeof ConnectionCheck>

export const DiscoverQuery = Closed({ what: ChoiceKind })
export const RemoteChoiceList = Closed(
  { data: Type.Array(RemoteChoice) },
  { description: 'Choices, in the order of the external system' },
)

const PreviewField = Closed({
  field: Type.String(),
  remote: AnyJson('Value in the external system'),
  remote_name: Nullable(Type.String(), { description: 'Display name of that value' }),
  task: AnyJson('Value of the task'),
  note: Nullable(Type.String(), { description: 'Why it is not imported unchanged' }),
})

const PreviewRecord = Closed({
  external_id: Type.String(),
  key: Type.String({ description: 'Key or number of the item, as shown to users' }),
  url: Type.String(),
  would: Choice(['create', 'change', 'nothing'], { description: 'What the next sync would do' }),
  task_id: Nullable(Id('task'), { description: 'The linked task' }),
  fields: Type.Array(PreviewField),
})
export type PreviewRecord = Static<typeof PreviewRecord>

export const MappingPreview = Closed(
  {
    mapping: OpenObject({ description: 'The effective mapping, with defaults applied' }),
    records: Type.Array(PreviewRecord, { maxItems: 10 }),
  },
  { description: 'A mapping applied to items of the external system' },
)
export type MappingPreview = Static<typeof MappingPreview>
