// How fields of a task and of an item elsewhere correspond: in which direction, who wins, which value stands for which.
import { type Static, type TSchema, Type } from 'typebox'
import { Choice, Closed, Text } from '../schema.ts'
import { Assignee, Label, PRIORITIES, Priority, Queue } from '../tasks.ts'
import { STATUSES, Status } from '../transitions.ts'

/** What can be kept the same on both sides; the kit calls it the fields of a task. */
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
  description: '`in`: from there to the task. `out`: from the task to there',
})
export type Direction = Static<typeof Direction>

export const POLICIES = ['remote_wins', 'service_wins', 'latest', 'manual'] as const
export const Policy = Choice(POLICIES, {
  description:
    'Who wins when both sides changed the same field; `manual` asks somebody. The value that lost is kept with the conflict',
})
export type Policy = Static<typeof Policy>

/** Of the other side: ids of its statuses, people and fields. */
const RemoteId = Text({ minLength: 1, maxLength: 200, description: 'Its id over there' })
const remoteName = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[^\\u0000]*$' }

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
export const ChoiceKind = Choice(CHOICE_KINDS, { description: 'What to choose from' })
export type ChoiceKind = Static<typeof ChoiceKind>

export const STATUS_GROUPS = ['open', 'started', 'done', 'failed', 'canceled'] as const

/** Something of the other side that can be chosen, as the integration found it there. */
export const RemoteChoice = Closed({
  id: RemoteId,
  name: Text({ maxLength: 500 }),
  group: Type.Optional(Choice(STATUS_GROUPS, { description: 'Of statuses: what it means' })),
  type: Type.Optional(
    Choice(['text', 'number', 'boolean', 'date', 'choice'], { description: 'Of fields' }),
  ),
  required: Type.Optional(Type.Boolean({ description: 'Of fields: an item must have one' })),
  email: Type.Optional(Text({ maxLength: 320, description: 'Of people' })),
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
  { description: 'What could be chosen from when the mapping was made; a check reads it anew' },
)
export type RemoteChoices = Static<typeof RemoteChoices>

const CustomField = Closed({
  remote: RemoteId,
  field: Text({ minLength: 1, maxLength: 100, description: 'Its name in `fields` of the task' }),
  direction: Direction,
})

export const Mapping = Closed(
  {
    fields: Type.Optional(
      Closed(
        Object.fromEntries(MAPPED_FIELDS.map((field) => [field, Type.Optional(FieldRule)])) as {
          [Field in MappedField]: Type.TOptional<typeof FieldRule>
        }, // the names of the table
        { description: 'Unless said: both ways where the other side allows it' },
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
      Type.Array(CustomField, { maxItems: 50, description: 'Fields that only they have' }),
    ),
    comments: Type.Optional(Direction),
    queue: Type.Optional(Queue),
    labels: Type.Optional(
      Type.Array(Label, {
        maxItems: 20,
        uniqueItems: true,
        description: 'Added to tasks that come in',
      }),
    ),
    deletes: Type.Optional(
      Choice(['ignore', 'cancel'], {
        description:
          'What becomes of an open task whose item was deleted there; `cancel` unless said. Deleting a task deletes nothing there',
      }),
    ),
    choices: Type.Optional(RemoteChoices),
  },
  { description: 'Only what differs from what the integration proposes' },
)
export type Mapping = Static<typeof Mapping>
