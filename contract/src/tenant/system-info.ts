// What a tenant may know about the service it is on: versions, its keys, its secrets, its storage, and what is in force.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { BoundedCount } from './overview.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const ApiKeyInfo = Closed(
  {
    id: Type.String({ description: '`key_…`, or `environment` for one of the environment' }),
    variable: Nullable(Choice(['SERVICE_ACP_API_KEY', 'SERVICE_ACP_API_KEY_PREVIOUS']), {
      description: 'Where it stands when it is one of the environment',
    }),
    hint: Type.String({ description: 'Its last four characters' }),
    fingerprint: Type.String({
      description: 'Tells keys apart; nothing can be found out from it about the key',
    }),
    created_at: Nullable(Timestamp('Null when it is one of the environment')),
    expires_at: Nullable(Timestamp('When a key that was replaced ends')),
    last_used_at: Nullable(Timestamp('To some ten minutes; null when it has never been used')),
  },
  { description: 'An API key that works; the key itself is never shown' },
)
export type ApiKeyInfo = Static<typeof ApiKeyInfo>

export const MasterKeyInfo = Closed({
  id: Type.String({ description: 'Tells master keys apart, and nothing about them' }),
  state: Choice(['active', 'rotating', 'waiting'], {
    description:
      '`rotating`: some secrets still depend on an earlier one. `waiting`: a new one is there, and the operator has not begun to use it',
  }),
  secrets: Count('Secrets of this tenant that are kept sealed'),
  needs_reentry: Count('Of those, the ones that went with a lost master key'),
})
export type MasterKeyInfo = Static<typeof MasterKeyInfo>

export const STORED_KINDS = ['tasks', 'comments', 'events', 'audit', 'deliveries'] as const
export const StorageInfo = Closed({
  kind: Choice(STORED_KINDS),
  rows: BoundedCount,
  bytes: Count('Estimated from the newest ones, without indexes'),
})
export type StorageInfo = Static<typeof StorageInfo>

const Seconds = (description: string) => Nullable(Type.Integer(), { description })

export const RetentionInfo = Closed(
  {
    idempotency_seconds: Seconds('Answers kept for an Idempotency-Key'),
    events_seconds: Seconds('The event log'),
    deliveries_seconds: Seconds('Deliveries and their attempts'),
    audit_seconds: Seconds('The audit log'),
  },
  { description: 'How long things are kept; null is for ever' },
)
export type RetentionInfo = Static<typeof RetentionInfo>

const Limit = (description: string) => Nullable(Type.Integer(), { description })

export const LimitsInfo = Closed(
  {
    requests_per_minute: Limit('Of the whole tenant'),
    failed_keys_per_minute: Limit('Of one address'),
    body_bytes: Limit('Of one request'),
    streams: Limit('Event streams at a time, of one process'),
    stream_seconds: Limit('After which a stream is to be opened again'),
    webhooks: Limit('Of the tenant'),
    integrations: Limit('Of the tenant'),
    connectors: Limit('Of the tenant'),
    page_items: Limit('On one page of a list'),
    bulk_items: Limit('In one bulk request'),
  },
  { description: 'The limits in force; null is without one' },
)
export type LimitsInfo = Static<typeof LimitsInfo>

export const SystemInfo = Closed(
  {
    as_of: Timestamp('When storage was counted; the rest is as of now'),
    version: Type.String({ description: 'Of the service' }),
    api_version: Type.String({ description: 'Date of the last addition to the API' }),
    schema_version: Type.Integer({ minimum: 1, description: 'Number of the newest migration' }),
    postgresql_version: Type.String(),
    started_at: Timestamp('Of the process that answers'),
    keys: Type.Array(ApiKeyInfo, { description: 'Newest first' }),
    master_key: MasterKeyInfo,
    storage: Type.Array(StorageInfo),
    retention: RetentionInfo,
    limits: LimitsInfo,
  },
  { description: 'The service as this tenant has it' },
)
export type SystemInfo = Static<typeof SystemInfo>
