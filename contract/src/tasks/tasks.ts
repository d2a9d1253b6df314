// The task resource, the requests that create and update it, and the filters of the list.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import {
  AnyJson,
  Choice,
  Closed,
  Nullable,
  OpenObject,
  Text,
  Timestamp,
  VisibleText,
} from '../schema.ts'
import { Status } from '../transitions.ts'

export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const
export const Priority = Choice(PRIORITIES, { description: 'Priority of the task' })
export type Priority = Static<typeof Priority>

const Title = VisibleText({ maxLength: 500, description: 'Title of the task' })
const Description = Text({ maxLength: 100_000, description: 'Description in Markdown' })
export const Queue = Type.String({
  pattern: worded(
    '^[a-z0-9][a-z0-9_-]*$',
    'must start with a lowercase letter or digit and contain only lowercase letters, digits, - and _',
    { echo: true },
  ),
  maxLength: 63,
  examples: ['customs'],
  description: 'Queue of the task',
})
export const Label = Text({ minLength: 1, maxLength: 64 })
const Labels = Type.Array(Label, { maxItems: 50, uniqueItems: true, description: 'Labels' })
export const Assignee = Text({
  minLength: 1,
  maxLength: 200,
  description: 'Person responsible for the task',
})
const Agent = Text({ minLength: 1, maxLength: 200, description: 'Agent that works on the task' })
export const Source = Text({
  minLength: 1,
  maxLength: 100,
  description: 'External system of the task; unique per tenant together with `external_id`',
})
export const ExternalId = Text({
  minLength: 1,
  maxLength: 300,
  description: 'ID of the task in the external system',
})
/** Also the limit after a merge, which no schema can check. */
export const FIELDS_MAX = 100
const Fields = OpenObject({ maxProperties: FIELDS_MAX, description: 'Custom fields' })
/** Of `input`, `result` and `fields` together, as JSON in UTF-8. */
export const TASK_DATA_BYTES_MAX = 2 ** 20
/** Another task than the one of the other examples: none is its own parent. */
const PARENT_EXAMPLE = '019301a2b3c37d5e8f90a1b2c3d4e5f6'
const ParentId = Id('task', { description: 'Parent task', example: PARENT_EXAMPLE })
/** In requests. */
const ParentReference = {
  ...TaskReference,
  description: 'Parent task: ID (`tsk_…`) or number (`T-142`)',
  examples: [`tsk_${PARENT_EXAMPLE}`],
}
const DueAt = Timestamp('Due date')
const NotBefore = Timestamp('Earliest start')
const FairnessKey = Text({
  minLength: 1,
  maxLength: 100,
  description:
    'Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has',
})

const BlockedBy = Type.Array(Id('task', { example: '019301a2b3c37d5e8f90a1b2c3d4e5f7' }), {
  maxItems: 20,
  uniqueItems: true,
  description:
    'Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again.',
})
const OutputSchema = OpenObject({
  description:
    'JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema.',
})

export const Origin = Closed({
  kind: Choice(['api', 'integration', 'database'], { description: 'How the task was created' }),
  integration_id: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  url: Nullable(Type.String()),
})

export const Task = Closed(
  {
    id: Id('task'),
    number: Type.Integer({
      minimum: 1,
      description: 'Sequential number within the tenant, shown as T-142',
    }),
    title: Type.String(),
    description: Type.String(),
    status: Status,
    priority: Priority,
    queue: Type.String(),
    labels: Type.Array(Type.String()),
    assignee: Nullable(Type.String()),
    delegate: Nullable(Type.String()),
    parent_id: Nullable(ParentId),
    due_at: Nullable(Timestamp()),
    not_before: Nullable(Timestamp()),
    fairness_key: Type.Optional(Type.String({ description: 'Only present if it was set' })),
    blocked_by: Type.Optional(
      Type.Array(Id('task'), { description: 'Only present if it was set' }),
    ),
    output_schema: Type.Optional(OpenObject({ description: 'Only present if it was set' })),
    input: AnyJson('Input of the work'),
    result: AnyJson('Result of the work'),
    fields: OpenObject(),
    origin: Origin,
    source: Nullable(Type.String()),
    external_id: Nullable(Type.String()),
    settled_at: Nullable(
      Timestamp('When the system the task came from or was pushed to confirmed the outcome'),
    ),
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented on every change; basis of the ETag',
    }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
    completed_at: Nullable(Timestamp()),
  },
  { description: 'A task' },
)
export type Task = Static<typeof Task>

const writable = {
  description: Type.Optional(Description),
  priority: Type.Optional(Priority),
  queue: Type.Optional(Queue),
  labels: Type.Optional(Labels),
  assignee: Type.Optional(Nullable(Assignee)),
  delegate: Type.Optional(Nullable(Agent)),
  parent_id: Type.Optional(Nullable(ParentReference)),
  due_at: Type.Optional(Nullable(DueAt)),
  not_before: Type.Optional(Nullable(NotBefore)),
  fairness_key: Type.Optional(FairnessKey),
  blocked_by: Type.Optional(BlockedBy),
  output_schema: Type.Optional(OutputSchema),
  input: Type.Optional(AnyJson('Input of the work')),
  result: Type.Optional(AnyJson('Result of the work')),
}

const startStatus = Type.Optional(
  Choice(['triage', 'ready'], { default: 'ready', description: 'Initial status' }),
)

export const TaskCreate = Closed(
  {
    title: Title,
    status: startStatus,
    ...writable,
    fields: Type.Optional(Fields),
    source: Type.Optional(Source),
    external_id: Type.Optional(ExternalId),
  },
  {
    description: 'Only `title` is required',
    dependentRequired: { source: ['external_id'], external_id: ['source'] },
  },
)
export type TaskCreate = Static<typeof TaskCreate>

export const TaskChange = Closed(
  {
    title: Type.Optional(Title),
    status: Type.Optional(Status),
    ...writable,
    fields: Type.Optional(Fields),
  },
  {
    minProperties: 1,
    description: 'JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field',
  },
)
export type TaskChange = Static<typeof TaskChange>

export const TaskUpsert = Closed(
  { title: Title, status: Type.Optional(Status), ...writable, fields: Type.Optional(Fields) },
  { description: 'Creates the task, or updates the given fields of the existing one' },
)
export type TaskUpsert = Static<typeof TaskUpsert>

export const TaskTransition = Closed({
  to: Status,
  result: Type.Optional(AnyJson('Result of the work')),
})
export type TaskTransition = Static<typeof TaskTransition>

export const TASK_SORTS = ['created_at', 'updated_at', 'priority', 'due_at'] as const

const range = (what: string) => ({
  since: Type.Optional(Timestamp(`${what} at or after`)),
  before: Type.Optional(Timestamp(`${what} before`)),
})
const created = range('Created')
const updated = range('Updated')
const due = range('Due')

/** Filters of a list, a count and a saved view. */
export const taskFilters = {
  status: Type.Optional(
    Type.Array(Status, {
      minItems: 1,
      maxItems: 8,
      description: 'Any of these statuses; repeatable',
    }),
  ),
  priority: Type.Optional(
    Type.Array(Priority, {
      minItems: 1,
      maxItems: 4,
      description: 'Any of these priorities; repeatable',
    }),
  ),
  queue: Type.Optional(Queue),
  label: Type.Optional(
    Type.Array(Label, {
      minItems: 1,
      maxItems: 10,
      description: 'All of these labels; repeatable',
    }),
  ),
  assignee: Type.Optional(Assignee),
  unassigned: Type.Optional(
    Type.Boolean({ description: 'true: only unassigned tasks; false: only assigned tasks' }),
  ),
  delegate: Type.Optional(Agent),
  parent: Type.Optional(TaskReference),
  source: Type.Optional(Source),
  created_since: created.since,
  created_before: created.before,
  updated_since: updated.since,
  updated_before: updated.before,
  due_since: due.since,
  due_before: due.before,
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 500,
      description:
        'Full-text search in title and description; supports "quoted phrase", or, -excluded',
    }),
  ),
}

const sorts = [...TASK_SORTS, ...TASK_SORTS.map((sort) => `-${sort}` as const)] as const
const sortText =
  'Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last.'
export const TaskSort = Choice(sorts, { description: sortText })

export const TaskListQuery = Closed({
  ...pageQuery,
  sort: Type.Optional(Choice(sorts, { default: '-created_at', description: sortText })),
  ...taskFilters,
})
export type TaskListQuery = Static<typeof TaskListQuery>
export type TaskFilters = Omit<TaskListQuery, 'limit' | 'cursor' | 'sort'>

export const TaskPage = Page(Task, 'A page of tasks')
export type TaskPage = Static<typeof TaskPage>

export const taskParams = Closed({ task: TaskReference })
export const referenceParams = Closed({ source: Source, external_id: ExternalId })
