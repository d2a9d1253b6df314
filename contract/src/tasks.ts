// The task as clients see it, what they may send, and what they may ask a list for.
import { type Static, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Id, TaskReference } from './ids.ts'
import { Page, pageQuery } from './page.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Text, Timestamp } from './schema.ts'
import { Status } from './transitions.ts'

export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const
export const Priority = Choice(PRIORITIES, { description: 'How much it matters' })
export type Priority = Static<typeof Priority>

const Title = Text({ minLength: 1, maxLength: 500, description: 'Short name of the task' })
const Description = Text({ maxLength: 100_000, description: 'The work itself, in Markdown' })
export const Queue = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]*$',
  maxLength: 63,
  description: 'Queue the task waits in',
})
export const Label = Text({ minLength: 1, maxLength: 64 })
const Labels = Type.Array(Label, { maxItems: 50, uniqueItems: true, description: 'Free labels' })
export const Assignee = Text({
  minLength: 1,
  maxLength: 200,
  description: 'Person answerable for the task',
})
const Agent = Text({ minLength: 1, maxLength: 200, description: 'Agent the work is delegated to' })
export const Source = Text({
  minLength: 1,
  maxLength: 100,
  description: 'System the task is known in, with `external_id` unique per tenant',
})
export const ExternalId = Text({ minLength: 1, maxLength: 300, description: 'Its id over there' })
/** Also the bound of what merging adds up to, which no schema sees. */
export const FIELDS_MAX = 100
const Fields = OpenObject({ maxProperties: FIELDS_MAX, description: 'Fields of your own' })
/** Of `input`, `result` and `fields` together, as JSON in UTF-8. */
export const TASK_DATA_BYTES_MAX = 2 ** 20
/** Another task than the one of the other examples: none is its own parent. */
const ParentId = Id('task', {
  description: 'Task this one is a part of',
  example: '019301a2b3c37d5e8f90a1b2c3d4e5f6',
})
const DueAt = Timestamp('When it should be done')
const NotBefore = Timestamp('Not to be picked up before')

export const Origin = Closed({
  kind: Choice(['api', 'integration', 'database'], { description: 'How the task arrived' }),
  integration_id: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  url: Nullable(Type.String()),
})

export const Task = Closed(
  {
    id: Id('task'),
    number: Type.Integer({
      minimum: 1,
      description: 'Ascending per tenant; people quote it as T-142',
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
    input: AnyJson('What the work starts from'),
    result: AnyJson('What came out of it'),
    fields: OpenObject(),
    origin: Origin,
    source: Nullable(Type.String()),
    external_id: Nullable(Type.String()),
    settled_at: Nullable(Timestamp('When the origin confirmed the outcome')),
    version: Type.Integer({
      minimum: 1,
      description: 'Counts every change; the ETag is made of it',
    }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
    completed_at: Nullable(Timestamp()),
  },
  { description: 'A piece of work' },
)
export type Task = Static<typeof Task>

const writable = {
  description: Type.Optional(Description),
  priority: Type.Optional(Priority),
  queue: Type.Optional(Queue),
  labels: Type.Optional(Labels),
  assignee: Type.Optional(Nullable(Assignee)),
  delegate: Type.Optional(Nullable(Agent)),
  parent_id: Type.Optional(Nullable(ParentId)),
  due_at: Type.Optional(Nullable(DueAt)),
  not_before: Type.Optional(Nullable(NotBefore)),
  input: Type.Optional(AnyJson('What the work starts from')),
  result: Type.Optional(AnyJson('What came out of it')),
}

const startStatus = Type.Optional(
  Choice(['triage', 'ready'], { default: 'ready', description: 'Where the task starts' }),
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
    description: 'JSON merge patch (RFC 7396): what is left out stays, null clears',
  },
)
export type TaskChange = Static<typeof TaskChange>

export const TaskUpsert = Closed(
  { title: Title, status: Type.Optional(Status), ...writable, fields: Type.Optional(Fields) },
  { description: 'Creates the task, or changes the fields given here on the one that exists' },
)
export type TaskUpsert = Static<typeof TaskUpsert>

export const TaskTransition = Closed({
  to: Status,
  result: Type.Optional(AnyJson('What came out of the work')),
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

/** What a list, a count and a saved view can be narrowed to. */
export const taskFilters = {
  status: Type.Optional(
    Type.Array(Status, { minItems: 1, maxItems: 8, description: 'Any of these; repeat it' }),
  ),
  priority: Type.Optional(
    Type.Array(Priority, { minItems: 1, maxItems: 4, description: 'Any of' }),
  ),
  queue: Type.Optional(Queue),
  label: Type.Optional(
    Type.Array(Label, { minItems: 1, maxItems: 10, description: 'All of these; repeat it' }),
  ),
  assignee: Type.Optional(Assignee),
  unassigned: Type.Optional(
    Type.Boolean({ description: 'Without an assignee; with any one when false' }),
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
      description: 'Words in title and description; "quoted phrase", or, -without',
    }),
  ),
}

const sorts = [...TASK_SORTS, ...TASK_SORTS.map((sort) => `-${sort}` as const)] as const
const sortText =
  '`-` for descending; ascending priority starts with urgent, tasks without a due date count as due last'
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
