// What can be connected: each kind of tracker or CRM with what it asks for, what it can do, and how that was tested.
import { type Static, type TOptional, Type } from 'typebox'
import { Choice, Closed, Nullable } from '../schema.ts'
import { MAPPED_FIELDS, type MappedField } from './mapping.ts'

const Access = Choice(['none', 'read', 'readwrite'])

const ConfigField = Closed({
  name: Type.String(),
  label: Type.String(),
  help: Nullable(Type.String()),
  kind: Choice(
    [
      'text',
      'long_text',
      'url',
      'number',
      'boolean',
      'choice',
      'connector',
      'database',
      'statement',
    ],
    {
      description:
        '`connector`: the id of one of the tenant’s. `database`, `statement`: names that this connector has announced',
    },
  ),
  required: Type.Boolean(),
  default: Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
  }),
  placeholder: Nullable(Type.String()),
  choices: Type.Array(Closed({ value: Type.String(), label: Type.String() })),
  discover: Nullable(Choice(['containers']), {
    description: 'What to choose from, once a connection stands',
  }),
  statements: Nullable(Choice(['read', 'write']), {
    description: 'Of `statement`: the kind of those to choose from',
  }),
})

const SecretField = Closed(
  {
    name: Type.String(),
    label: Type.String(),
    help: Nullable(Type.String()),
    required: Type.Boolean(),
    url: Nullable(Type.String(), { description: 'Where people find it' }),
    generated: Type.Boolean({ description: 'Made by the service when nobody enters one' }),
  },
  { description: 'Entered by people, sealed at once, never given back' },
)

const ProviderField = Closed({
  access: Access,
  remote: Type.String({ description: 'Its name over there' }),
  lossy: Nullable(Type.String(), { description: 'What gets lost on the way' }),
  max_length: Nullable(Type.Integer()),
})

export const Provider = Closed(
  {
    id: Type.String({ description: 'Name of the provider', examples: ['redmine'] }),
    version: Type.String(),
    name: Type.String({ description: 'What people call it' }),
    category: Choice(['issue-tracker', 'crm', 'database', 'other']),
    summary: Type.String(),
    docs_url: Nullable(Type.String()),
    config: Type.Array(ConfigField),
    secrets: Type.Array(SecretField),
    capabilities: Closed({
      pull: Choice(['incremental', 'full']),
      deletes: Choice(['event', 'sweep', 'none']),
      comments: Access,
      create: Type.Boolean(),
      webhooks: Choice(['none', 'manual', 'automatic']),
      text_format: Choice(['markdown', 'textile', 'html', 'plain']),
    }),
    fields: Closed(
      Object.fromEntries(MAPPED_FIELDS.map((field) => [field, Type.Optional(ProviderField)])) as {
        [Field in MappedField]: TOptional<typeof ProviderField>
      }, // the names of the table
    ),
    evidence: Choice(['real server', 'vendor contract', 'vendor SDK', 'untested live'], {
      description: 'How it was tested',
    }),
    poll_seconds: Type.Integer({ description: 'How often it looks, unless said otherwise' }),
  },
  { description: 'A kind of tracker or CRM that can be connected' },
)
export type Provider = Static<typeof Provider>

export const ProviderList = Closed(
  { data: Type.Array(Provider) },
  { description: 'Everything that can be connected, by name' },
)
