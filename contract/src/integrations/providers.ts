// Providers: what each one needs to connect, what it can do, and how it was tested.
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
        '`connector`: ID of a connector. `database`, `statement`: names that this connector has reported.',
    },
  ),
  required: Type.Boolean(),
  default: Type.Unsafe<string | number | boolean | null>({
    type: ['string', 'number', 'boolean', 'null'],
  }),
  placeholder: Nullable(Type.String()),
  choices: Type.Array(Closed({ value: Type.String(), label: Type.String() })),
  discover: Nullable(Choice(['containers']), {
    description: 'Kind of choices to offer once the connection works',
  }),
  statements: Nullable(Choice(['read', 'write']), {
    description: 'For `statement`: kind of the statements to offer',
  }),
})

const SecretField = Closed(
  {
    name: Type.String(),
    label: Type.String(),
    help: Nullable(Type.String()),
    required: Type.Boolean(),
    url: Nullable(Type.String(), { description: 'Where to find the secret' }),
    generated: Type.Boolean({ description: 'Generated if you do not set one' }),
  },
  { description: 'A secret; encrypted and never returned' },
)

const ProviderField = Closed({
  access: Access,
  remote: Type.String({ description: 'Name of the field in the external system' }),
  lossy: Nullable(Type.String(), { description: 'What is lost in translation' }),
  max_length: Nullable(Type.Integer()),
})

export const Provider = Closed(
  {
    id: Type.String({ description: 'ID of the provider', examples: ['redmine'] }),
    version: Type.String(),
    name: Type.String({ description: 'Display name' }),
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
    poll_seconds: Type.Integer({ description: 'Default sync interval in seconds' }),
  },
  { description: 'A provider: an issue tracker, CRM or database that can be connected' },
)
export type Provider = Static<typeof Provider>

export const ProviderList = Closed(
  { data: Type.Array(Provider) },
  { description: 'Installed providers, by name' },
)
