// The mapping between fields of a task and of an external item: direction, conflict policy and values.
import { type Static, type TSchema, Type } from 'typebox'
import { Choice, Closed, NO_NUL, Text } from '../schema.ts'
import { Assignee, Label, PRIORITIES, Priority, Queue } from '../tasks/tasks.ts'
import { STATUSES, Status } from '../transitions.ts'

/** What can be synced; the kit calls it the fields of a task. */
export const MAPPED_FIELDS = [
  'title',
  'description',
  'status',
  'priority',
  'assignee',
  'labels',
  'due_at',
] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

export const DIRECTIONS = ['both', 'in', 'out', 'none'] as const
export const Direction = Choice(DIRECTIONS, {
  description: '`in`: import only. `out`: export only. `both`: both ways. `none`: not synced.',
})
export type Direction = Static<typeof Direction>

export const POLICIES = ['remote_wins', 'service_wins', 'latest', 'manual'] as const
export const Policy = Choice(POLICIES, {
  description:
    'Which value is used if a field was changed on both sides; with `manual` the conflict stays open until someone resolves it. The other value is kept in the conflict.',
})
export type Policy = Static<typeof Policy>

/** Of the external system: IDs of its statuses, people and fields. */
const RemoteId = Text({ minLength: 1, maxLength: 200, description: 'ID in the external system' })
const remoteName = { type: 'string', minLength: 1, maxLength: 200, pattern: NO_NUL }

function Dictionary<T extends TSchema>(names: object, value: T, most: number) {
  return Type.Unsafe<Record<string, Static<T>>>({
    type: 'object',
    maxProperties: most,
    propertyNames: names,
    additionalProperties: value,
  })
}

function byWord<const W extends readonly string[]>(words: W) {
  return Type.Unsafe<{ [Word in W[number]]?: string }>({
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(words.map((word) => [word, RemoteId])),
  })
}

export const FieldRule = Closed({
  direction: Type.Optional(Direction),
  policy: Type.Optional(Policy),
})

export const CHOICE_KINDS = ['containers', 'statuses', 'priorities', 'people', 'fields'] as const
export const ChoiceKind = Choice(CHOICE_KINDS, { description: 'Kind of choices' })
export type ChoiceKind = Static<typeof ChoiceKind>

export const STATUS_GROUPS = ['open', 'started', 'done', 'failed', 'canceled'] as const

/** Something that can be chosen, as the integration found it in the external system. */
export const RemoteChoice = Closed({
  id: RemoteId,
  name: Text({ maxLength: 500 }),
  group: Type.Optional(Choice(STATUS_GROUPS, { description: 'For statuses: what it means' })),
  type: Type.Optional(
    Choice(['text', 'number', 'boolean', 'date', 'choice'], {
      description: 'For fields: type of the value',
    }),
  ),
  required: Type.Optional(
    Type.Boolean({ description: 'For fields: whether every item must have a value' }),
  ),
  email: Type.Optional(Text({ maxLength: 320, description: 'For people: email address' })),
})
export type RemoteChoice = Static<typeof RemoteChoice>

const choicesOf = (most: number) => Type.Optional(Type.Array(RemoteChoice, { maxItems: most }))

export const RemoteChoices = Closed(
  {
    statuses: choicesOf(500),
    priorities: choicesOf(200),
    people: choicesOf(2_000),
    fields: choicesOf(500),
  },
  { description: 'Choices when the mapping was created; a connection check refreshes them' },
)
export type RemoteChoices = Static<typeof RemoteChoices>

const CustomField = Closed({
  remote: RemoteId,
  field: Text({ minLength: 1, maxLength: 100, description: 'Name in `fields` of the task' }),
  direction: Direction,
})

export const Mapping = Closed(
  {
    fields: Type.Optional(
      Closed(
        Object.fromEntries(MAPPED_FIELDS.map((field) => [field, Type.Optional(FieldRule)])) as {
          [Field in MappedField]: Type.TOptional<typeof FieldRule>
        }, // the names of the table
        { description: 'Default: both ways, where the external system allows it' },
      ),
    ),
    statuses: Type.Optional(
      Closed({
        in: Type.Optional(Dictionary(remoteName, Status, 500)),
        out: Type.Optional(byWord(STATUSES)),
      }),
    ),
    priorities: Type.Optional(
      Closed({
        in: Type.Optional(Dictionary(remoteName, Priority, 200)),
        out: Type.Optional(byWord(PRIORITIES)),
      }),
    ),
    people: Type.Optional(
      Closed({
        in: Type.Optional(Dictionary(remoteName, Assignee, 2_000)),
        out: Type.Optional(Dictionary(remoteName, RemoteId, 2_000)),
      }),
    ),
    custom: Type.Optional(
      Type.Array(CustomField, {
        maxItems: 50,
        description: 'Custom fields of the external system',
      }),
    ),
    comments: Type.Optional(Direction),
    queue: Type.Optional(Queue),
    labels: Type.Optional(
      Type.Array(Label, {
        maxItems: 20,
        uniqueItems: true,
        description: 'Labels that are added to imported tasks',
      }),
    ),
    deletes: Type.Optional(
      Choice(['ignore', 'cancel'], {
        description:
          'What happens to an open task whose external item is deleted; default: `cancel`. Deleting a task never deletes the external item.',
      }),
    ),
    choices: Type.Optional(RemoteChoices),
  },
  { description: 'Only what differs from the defaults of the provider' },
)
export type Mapping = Static<typeof Mapping>
