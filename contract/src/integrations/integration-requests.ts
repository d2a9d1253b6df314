// What clients may send about integrations. Secrets are in requests only.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Text } from '../schema.ts'
import { ConfigValues } from './integrations.ts'
import { Mapping } from './mapping.ts'

const Name = Text({ minLength: 1, maxLength: 100, description: 'What people call it' })
const ProviderName = Type.String({
  pattern: '^[a-z][a-z0-9-]*$',
  maxLength: 63,
  description: 'One of `GET /api/providers`',
  examples: ['redmine'],
})
const OutgoingQueue = Type.String({
  pattern: '^(\\*|[a-z0-9][a-z0-9_-]*)$',
  maxLength: 63,
  description: 'Tasks made here that are to be made there as well: those of this queue, all by `*`',
})
const PollSeconds = Type.Integer({
  minimum: 5,
  maximum: 86_400,
  description: 'How often it looks for news',
})

const settings = {
  mapping: Type.Optional(Mapping),
  paused: Type.Optional(Type.Boolean({ description: 'Nothing is read or written while it is' })),
  outgoing_queue: Type.Optional(Nullable(OutgoingQueue)),
  poll_seconds: Type.Optional(PollSeconds),
}

export const IntegrationCreate = Closed(
  { provider: ProviderName, name: Name, config: Type.Optional(ConfigValues), ...settings },
  { description: 'Its credential is entered afterwards, on its own' },
)
export type IntegrationCreate = Static<typeof IntegrationCreate>

const ConfigChange = Type.Unsafe<Record<string, string | number | boolean | null>>({
  ...ConfigValues,
  additionalProperties: {
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 2_000,
    pattern: '^[^\\u0000]*$',
  },
  description:
    'Null takes a value away. When the hosts change by it, the credential has to be entered again',
})

export const IntegrationChange = Closed(
  {
    name: Type.Optional(Name),
    config: Type.Optional(ConfigChange),
    ...settings,
    mapping: Type.Optional({ ...Mapping, description: 'Takes the place of the one before' }),
  },
  {
    minProperties: 1,
    description:
      'JSON merge patch (RFC 7396): what is left out stays, null clears. `mapping` is sent whole',
  },
)
export type IntegrationChange = Static<typeof IntegrationChange>

const secretName = { type: 'string', maxLength: 64, pattern: '^[a-z][a-zA-Z0-9_]*$' }
const secretValue = { minLength: 1, maxLength: 16_000, pattern: '^[^\\u0000]*$' }

const Secrets = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 20,
  propertyNames: secretName,
  additionalProperties: { type: 'string', ...secretValue },
  description: 'By name; see `secrets` of the provider. They are sealed and never shown',
})

export const CredentialEntry = Closed({
  secrets: Type.Unsafe<Record<string, string | null>>({
    type: 'object',
    minProperties: 1,
    maxProperties: 20,
    propertyNames: secretName,
    additionalProperties: { type: ['string', 'null'], ...secretValue },
    description: 'By name; what is left out stays, null takes one away. They are never shown again',
    examples: [{ api_key: 'your-key' }],
  }),
})
export type CredentialEntry = Static<typeof CredentialEntry>

export const ConnectionTry = Closed(
  { provider: ProviderName, config: Type.Optional(ConfigValues), secrets: Secrets },
  { description: 'A connection that is not stored' },
)
export type ConnectionTry = Static<typeof ConnectionTry>

export const PreviewRequest = Closed({
  mapping: Type.Optional({ ...Mapping, description: 'To try out; the stored one when left out' }),
})
export type PreviewRequest = Static<typeof PreviewRequest>

export const CHECK_STAGES = ['dns', 'tcp', 'tls', 'auth', 'scope', 'sample'] as const
export const CheckStage = Choice(CHECK_STAGES)
