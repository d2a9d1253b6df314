// System information for a tenant: versions, its API keys, its secrets, its storage, retention and limits.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { BoundedCount } from './overview.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

export const ApiKeyInfo = Closed(
  {
    id: Type.String({
      description: '`key_…`, or `environment` for a key that is set in the environment',
    }),
    variable: Nullable(Choice(['SERVICE_ACP_API_KEY', 'SERVICE_ACP_API_KEY_PREVIOUS']), {
      description: 'Environment variable of the key',
    }),
    hint: Type.String({ description: 'Last four characters of the key' }),
    fingerprint: Type.String({
      description: 'Identifies the key without revealing it',
    }),
    created_at: Nullable(Timestamp('null for a key that is set in the environment')),
    expires_at: Nullable(Timestamp('When a rotated key stops working')),
    last_used_at: Nullable(Timestamp('Accurate to about ten minutes; null if never used')),
  },
  { description: 'An active API key; the key itself is never returned' },
)
export type ApiKeyInfo = Static<typeof ApiKeyInfo>

export const MasterKeyInfo = Closed({
  id: Type.String({ description: 'Identifies the master key without revealing it' }),
  state: Choice(['active', 'rotating', 'waiting'], {
    description:
      '`rotating`: some secrets are still encrypted with the previous master key. `waiting`: a new master key is configured but not in use yet.',
  }),
  secrets: Count('Encrypted secrets of this tenant'),
  needs_reentry: Count(
    'Of these, secrets that must be re-entered because their master key is lost',
  ),
})
export type MasterKeyInfo = Static<typeof MasterKeyInfo>

export const STORED_KINDS = ['tasks', 'comments', 'events', 'audit', 'deliveries'] as const
export const StorageInfo = Closed({
  kind: Choice(STORED_KINDS),
  rows: BoundedCount,
  bytes: Count('Estimated from the newest rows, without indexes'),
})
export type StorageInfo = Static<typeof StorageInfo>

const Seconds = (description: string) => Nullable(Type.Integer(), { description })

export const RetentionInfo = Closed(
  {
    idempotency_seconds: Seconds('Responses stored for an `Idempotency-Key`'),
    events_seconds: Seconds('Events'),
    deliveries_seconds: Seconds('Deliveries and their attempts'),
    audit_seconds: Seconds('Audit entries'),
  },
  { description: 'Retention periods; null means forever' },
)
export type RetentionInfo = Static<typeof RetentionInfo>

const Limit = (description: string) => Nullable(Type.Integer(), { description })

export const LimitsInfo = Closed(
  {
    requests_per_minute: Limit('Requests of the tenant per minute'),
    failed_keys_per_minute: Limit('Requests with a wrong key per network and minute'),
    body_bytes: Limit('Size of a request body'),
    streams: Limit('Open event streams per process'),
    stream_seconds: Limit('Maximum duration of an event stream before clients must reconnect'),
    webhooks: Limit('Webhooks of the tenant'),
    integrations: Limit('Integrations of the tenant'),
    connectors: Limit('Connectors of the tenant'),
    page_items: Limit('Items per page'),
    bulk_items: Limit('Items per bulk request'),
  },
  { description: 'Limits; null means unlimited' },
)
export type LimitsInfo = Static<typeof LimitsInfo>

export const SystemInfo = Closed(
  {
    as_of: Timestamp('When storage was measured; the rest is current'),
    version: Type.String({ description: 'Version of Task Service' }),
    api_version: Type.String({ description: 'Date of the latest API change' }),
    schema_version: Type.Integer({
      minimum: 1,
      description: 'Number of the latest database migration',
    }),
    postgresql_version: Type.String(),
    started_at: Timestamp('Start of the process that responds'),
    keys: Type.Array(ApiKeyInfo, { description: 'Newest first' }),
    master_key: MasterKeyInfo,
    storage: Type.Array(StorageInfo),
    retention: RetentionInfo,
    limits: LimitsInfo,
  },
  { description: 'System information for a tenant' },
)
export type SystemInfo = Static<typeof SystemInfo>
