// The task resource, the requests that create and update it, and the filters of the list.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { FieldFilters } from '../fields/field-filters.ts'
import { ID_PREFIXES, Id, TaskReference } from '../ids.ts'
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
import { TaskSort } from './sorts.ts'

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
const Fields = OpenObject({
  maxProperties: FIELDS_MAX,
  description:
    'Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked.',
})
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

export const CHECKLIST_MAX = 100
const CHECKLIST_ID = worded('^[A-Za-z0-9_-]{1,36}$', 'must be 1–36 letters, digits, - or _', {
  echo: true,
})
const itemText = { maxLength: 500, description: 'What to do' }
export const ChecklistItem = Closed({
  id: Type.String({ pattern: CHECKLIST_ID, description: 'ID, unique within the task' }),
  text: Type.String({ description: itemText.description }),
  checked: Type.Boolean({ description: 'Whether it is done' }),
})
export type ChecklistItem = Static<typeof ChecklistItem>
const ChecklistItemInput = Closed({
  id: Type.Optional(
    Type.String({
      pattern: CHECKLIST_ID,
      examples: ['packed'],
      description:
        'Keeps the item the same when its text changes. Without it, the item with the same text keeps its ID, and a new one gets an ID.',
    }),
  ),
  text: VisibleText(itemText),
  checked: Type.Optional(Type.Boolean({ default: false, description: 'Whether it is done' })),
})
export type ChecklistItemInput = Static<typeof ChecklistItemInput>
const Checklist = Type.Array(ChecklistItemInput, {
  maxItems: CHECKLIST_MAX,
  description:
    'Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost.',
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
    checklist: Type.Optional(
      Type.Array(ChecklistItem, { description: 'Only present if it was set' }),
    ),
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
  checklist: Type.Optional(Checklist),
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

const range = (what: string) => ({
  since: Type.Optional(Timestamp(`${what} at or after`)),
  before: Type.Optional(Timestamp(`${what} before`)),
})
const created = range('Created')
const updated = range('Updated')
const due = range('Due')

export const CONFIRMATIONS = ['pending', 'confirmed'] as const
export type Confirmation = (typeof CONFIRMATIONS)[number]

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
  delegated: Type.Optional(
    Type.Boolean({ description: 'true: only tasks with a delegate; false: only tasks without' }),
  ),
  parent: Type.Optional(TaskReference),
  source: Type.Optional(Source),
  has_source: Type.Optional(
    Type.Boolean({ description: 'true: only tasks with a source; false: only tasks without' }),
  ),
  integration: Type.Optional(
    Type.String({
      pattern: worded(
        `^(none|${ID_PREFIXES.integration}_[0-9a-f]{32})$`,
        'must be an integration ID (int_…) or none',
        { echo: true },
      ),
      maxLength: 36,
      examples: ['none'],
      description: 'Tasks that this integration created; `none`: tasks that no integration created',
    }),
  ),
  confirmation: Type.Optional(
    Choice(CONFIRMATIONS, {
      description:
        'Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has.',
    }),
  ),
  created_since: created.since,
  created_before: created.before,
  updated_since: updated.since,
  updated_before: updated.before,
  due_since: due.since,
  due_before: due.before,
  field: Type.Optional(FieldFilters),
  q: Type.Optional(
    Text({
      minLength: 1,
      maxLength: 500,
      description:
        'Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded',
    }),
  ),
}

export const TaskListQuery = Closed({
  ...pageQuery,
  sort: Type.Optional(Type.Unsafe<TaskSort>({ ...TaskSort, default: '-created_at' })),
  ...taskFilters,
})
export type TaskListQuery = Static<typeof TaskListQuery>
export type TaskFilters = Omit<TaskListQuery, 'limit' | 'cursor' | 'sort'>

export const TaskPage = Page(Task, 'A page of tasks')
export type TaskPage = Static<typeof TaskPage>

export const taskParams = Closed({ task: TaskReference })
export const referenceParams = Closed({ source: Source, external_id: ExternalId })
