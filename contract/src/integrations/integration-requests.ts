// Requests that create, update, test and preview integrations. Secrets are in requests only.
import { type Static, Type } from 'typebox'
import { worded } from '../patterns.ts'
import { Choice, Closed, NO_NUL, Nullable, VisibleText } from '../schema.ts'
import { AgentWrites } from './agent-writes.ts'
import { ConfigValues, SETTING_NAME } from './integrations.ts'
import { Mapping } from './mapping.ts'

const Name = VisibleText({ maxLength: 100, description: 'Display name' })
const ProviderName = Type.String({
  pattern: worded('^[a-z][a-z0-9-]*$', 'must be a provider ID: lowercase letters, digits and -', {
    echo: true,
  }),
  maxLength: 63,
  description: 'ID of a provider from `GET /api/providers`',
  examples: ['redmine'],
})
const OutgoingQueue = Type.String({
  pattern: worded('^(\\*|[a-z0-9][a-z0-9_-]*)$', 'must be a queue name, or * for all queues', {
    echo: true,
  }),
  maxLength: 63,
  description: 'Queue whose new tasks are also created in the external system; `*` for all queues',
})
const PollSeconds = Type.Integer({
  minimum: 5,
  maximum: 86_400,
  description: 'Sync interval in seconds',
})

const settings = {
  mapping: Type.Optional(Mapping),
  paused: Type.Optional(
    Type.Boolean({ description: 'true: nothing is synced until it is resumed' }),
  ),
  outgoing_queue: Type.Optional(Nullable(OutgoingQueue)),
  poll_seconds: Type.Optional(PollSeconds),
  agent_writes: Type.Optional(AgentWrites),
}

export const IntegrationCreate = Closed(
  { provider: ProviderName, name: Name, config: Type.Optional(ConfigValues), ...settings },
  { description: 'The credential is set afterwards, in a separate request' },
)
export type IntegrationCreate = Static<typeof IntegrationCreate>

const ConfigChange = Type.Unsafe<Record<string, string | number | boolean | null>>({
  ...ConfigValues,
  additionalProperties: {
    type: ['string', 'number', 'boolean', 'null'],
    maxLength: 2_000,
    pattern: NO_NUL,
  },
  description: 'null removes a value. If the hosts change, the credential must be set again.',
})

export const IntegrationChange = Closed(
  {
    name: Type.Optional(Name),
    config: Type.Optional(ConfigChange),
    ...settings,
    mapping: Type.Optional({ ...Mapping, description: 'Replaces the current mapping' }),
  },
  {
    minProperties: 1,
    description:
      'JSON Merge Patch (RFC 7396): omitted fields are unchanged, null clears a field. `mapping` is replaced as a whole.',
  },
)
export type IntegrationChange = Static<typeof IntegrationChange>

const secretName = { type: 'string', maxLength: 64, pattern: SETTING_NAME }
const secretValue = { writeOnly: true, minLength: 1, maxLength: 16_000, pattern: NO_NUL }

const Secrets = Type.Unsafe<Record<string, string>>({
  type: 'object',
  maxProperties: 20,
  propertyNames: secretName,
  additionalProperties: { type: 'string', ...secretValue },
  description: 'Secrets by name; see `secrets` of the provider. They are never returned.',
})

export const CredentialEntry = Closed({
  secrets: Type.Unsafe<Record<string, string | null>>({
    type: 'object',
    minProperties: 1,
    maxProperties: 20,
    propertyNames: secretName,
    additionalProperties: { type: ['string', 'null'], ...secretValue },
    description:
      'Secrets by name; see `secrets` of the provider. Omitted secrets are unchanged, null removes one. They are encrypted and never returned.',
    examples: [{ api_key: 'your-key' }],
  }),
})
export type CredentialEntry = Static<typeof CredentialEntry>

export const ConnectionTry = Closed(
  { provider: ProviderName, config: Type.Optional(ConfigValues), secrets: Secrets },
  { description: 'A connection to test; nothing is stored' },
)
export type ConnectionTry = Static<typeof ConnectionTry>

export const PreviewRequest = Closed({
  mapping: Type.Optional({
    ...Mapping,
    description: 'Mapping to preview; the stored one if omitted',
  }),
})
export type PreviewRequest = Static<typeof PreviewRequest>

export const CHECK_STAGES = ['dns', 'tcp', 'tls', 'auth', 'scope', 'sample'] as const
export const CheckStage = Choice(CHECK_STAGES)
