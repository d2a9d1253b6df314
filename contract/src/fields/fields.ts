// Custom fields: what a tenant adds to its tasks. A task has their values in `fields`, by the key of the field.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Timestamp, VisibleText } from '../schema.ts'

export const FIELD_TYPES = ['text', 'number', 'date', 'choice', 'person', 'url'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Of one tenant, with those that are archived. */
export const CUSTOM_FIELDS_MAX = 100
export const CHOICES_MAX = 100
/** Of a value. */
export const FIELD_TEXT_MAX = 1000
export const FIELD_PERSON_MAX = 200
export const FIELD_URL_MAX = 2000

export const FIELD_KEY_MAX = 50
const KEY_TEXT =
  'must start with a lowercase letter and contain only lowercase letters, digits and _'
const Key = Type.String({
  pattern: worded('^[a-z][a-z0-9_]*$', KEY_TEXT, { echo: true }),
  maxLength: FIELD_KEY_MAX,
  examples: ['severity'],
  description: 'Name of the value in `fields` of a task; never changes',
})

const Name = VisibleText({ maxLength: 100, description: 'Display name' })

const ChoiceValue = Type.String({
  pattern: worded(
    '^[a-z0-9][a-z0-9_-]*$',
    'must start with a lowercase letter or digit and contain only lowercase letters, digits, - and _',
    { echo: true },
  ),
  minLength: 1,
  maxLength: 50,
  examples: ['high'],
  description: 'What tasks store. Tasks keep it when the choice is renamed.',
})
const ChoiceLabel = VisibleText({ maxLength: 100, description: 'Display name' })
const choiceArchived = 'true: tasks that have it keep it, and it cannot be set'

export const FieldChoice = Closed({
  value: ChoiceValue,
  label: ChoiceLabel,
  archived: Type.Boolean({ description: choiceArchived }),
})
export type FieldChoice = Static<typeof FieldChoice>

const ChoiceInput = Closed({
  label: ChoiceLabel,
  value: Type.Optional({
    ...ChoiceValue,
    description: 'What tasks store. Made from the label if it is omitted.',
  }),
  archived: Type.Optional(Type.Boolean({ description: choiceArchived })),
})
export type FieldChoiceInput = Static<typeof ChoiceInput>

const Choices = Type.Array(ChoiceInput, {
  minItems: 1,
  maxItems: CHOICES_MAX,
  description: 'Choices in their order, only for the type `choice`',
})

const Position = Type.Integer({
  minimum: 0,
  maximum: CUSTOM_FIELDS_MAX - 1,
  description: 'Position among the fields; the others keep their order',
})

export const Field = Closed(
  {
    id: Id('field'),
    key: Key,
    name: Type.String(),
    type: Choice(FIELD_TYPES),
    choices: Type.Array(FieldChoice, { description: 'Empty unless the type is `choice`' }),
    position: Position,
    archived_at: Nullable(Timestamp('When the field was archived')),
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented on every change; basis of the ETag',
    }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A custom field of tasks' },
)
export type Field = Static<typeof Field>

const types = `Type of the values: text (up to ${FIELD_TEXT_MAX} characters), number, date (\`2026-11-15\`), choice, person (as \`assignee\`), or an http or https URL`

export const FieldCreate = Closed(
  {
    name: Name,
    type: Choice(FIELD_TYPES, { description: types }),
    key: Type.Optional({
      ...Key,
      description: 'Name of the value in `fields` of a task. Made from `name` if it is omitted.',
    }),
    choices: Type.Optional(Choices),
    position: Type.Optional(Position),
  },
  {
    description:
      '`name` and `type` are required. Without `position` the field is added at the end.',
  },
)
export type FieldCreate = Static<typeof FieldCreate>

export const FieldChangeRequest = Closed(
  {
    name: Type.Optional(Name),
    choices: Type.Optional({
      ...Choices,
      description:
        'All choices in their order. One that is left out is removed; tasks that have its value keep it as plain data.',
    }),
    position: Type.Optional(Position),
    archived: Type.Optional(
      Type.Boolean({
        description: 'true: tasks keep their values, and the dashboard no longer offers the field',
      }),
    ),
  },
  { minProperties: 1, description: 'Omitted fields are unchanged' },
)
export type FieldChangeRequest = Static<typeof FieldChangeRequest>

export const FieldListQuery = Closed(pageQuery)
export const FieldPage = Page(Field, 'A page of custom fields, by position')
export const fieldParams = Closed({ field: Id('field') })
