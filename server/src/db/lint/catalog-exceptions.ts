// The exceptions from the rules of the catalog lint, each with its reason. An exception that matches nothing is itself a
// finding, so the list cannot become outdated.
import { agentExceptions } from './agent-exceptions.ts'
import type { CatalogException } from './catalog-exception.ts'
import { dispatchExceptions } from './dispatch-exceptions.ts'
import { fieldExceptions } from './field-exceptions.ts'
import { fileExceptions } from './file-exceptions.ts'
import { inboxExceptions } from './inbox-exceptions.ts'
import { moveExceptions } from './move-exceptions.ts'
import { queueTables } from './queue-tables.ts'
import { searchExceptions } from './search-exceptions.ts'
import { workExceptions } from './work-exceptions.ts'

const beforeTenant =
  'a key is looked up before there is a tenant, by a role that reads nothing else'
const deletingOnly = 'history of a tenant marked as going, and of no other'
const deleting =
  "using (tenant_id IN ( SELECT t.tenant_id FROM tenants t WHERE (t.status = 'deleting'::text))) check -"

const queue = 'the dispatcher fills the queue of jobs and workers empty it; jobs carry ids only'
const namedOnly = 'group commit: the tenants the transaction names, and no others'
const groupTables = [
  'task_counters',
  'tasks',
  'task_labels',
  'custom_fields',
  'events',
  'audit_entries',
  'idempotency_keys',
]
const anyNamed =
  "(tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))"
const namedTenants = `using ${anyNamed} check ${anyNamed}`

const overOnly = 'deletes what retention says is over, of all tenants; sees keys and times'
const retentionPolicies = {
  idempotency_keys: '(expires_at <= now())',
  password_resets: '(expires_at <= now())',
  inbound_messages: 'true',
  link_history: 'true',
  edge_jobs: 'true',
  edge_job_chunks: 'true',
  sync_runs: 'true',
  write_backs: "(state = ANY (ARRAY['confirmed'::text, 'superseded'::text, 'failed'::text]))",
  sync_conflicts: "(state = 'resolved'::text)",
  events_default: 'true',
  audit_entries_default: 'true',
  deliveries_default: 'true',
  delivery_attempts_default: 'true',
}
/** In the order of the table's columns. */
const retentionGrants = {
  idempotency_keys: ['tenant_id', 'key', 'expires_at'],
  password_resets: ['tenant_id', 'user_id', 'expires_at'],
  inbound_messages: ['tenant_id', 'integration_id', 'id', 'received_at'],
  link_history: ['tenant_id', 'link_id', 'id', 'at'],
  edge_job_chunks: ['tenant_id', 'job_id'],
  sync_runs: ['tenant_id', 'id', 'integration_id', 'ended_at'],
  write_backs: ['tenant_id', 'id', 'state', 'ended_at'],
  sync_conflicts: ['tenant_id', 'id', 'state', 'resolved_at'],
  events_default: ['tenant_id', 'xid', 'id', 'occurred_at'],
  audit_entries_default: ['tenant_id', 'id', 'subject_id', 'at'],
  deliveries_default: ['tenant_id', 'id', 'created_at'],
  delivery_attempts_default: ['tenant_id', 'delivery_id', 'number', 'at'],
}

export const catalogExceptions: readonly CatalogException[] = [
  ...agentExceptions,
  ...workExceptions,
  ...dispatchExceptions,
  ...inboxExceptions,
  ...moveExceptions,
  ...searchExceptions,
  ...fieldExceptions,
  ...fileExceptions,
  { rule: 'tenant-column', object: 'instance', why: 'one row about the installation itself' },
  { rule: 'tenant-column', object: 'schema_migrations', why: 'says which schema this is' },
  { rule: 'tenant-column', object: 'master_keys', why: 'ids of the installation’s own keys' },
  { rule: 'tenant-column', object: 'maintenance_lease', why: 'which worker runs maintenance' },

  {
    rule: 'tenant-first-index',
    object: 'tenants_slug_key',
    why: 'host names are unique in the installation; clients cannot insert here',
  },
  {
    rule: 'tenant-first-index',
    object: 'api_keys_digest_key',
    why: 'a digest of 256 random bits, found before there is a tenant; it reveals nothing',
  },
  {
    rule: 'tenant-first-index',
    object: 'events_log',
    why: 'the dispatcher reads the log across tenants, in the order of its transactions',
  },
  {
    rule: 'tenant-first-index',
    object: 'integrations_due',
    why: 'workers look across tenants for integrations that have something to do',
  },
  {
    rule: 'tenant-first-index',
    object: 'deliveries_deferred',
    why: 'the dispatcher looks across tenants for attempts that are due',
  },

  {
    rule: 'tenant-foreign-key',
    object: 'data_keys_master_key_id_fkey on data_keys',
    why: 'master keys belong to no tenant; a data key keeps its master key from being let go of',
  },

  {
    rule: 'listed-policy',
    object: 'find_tenant on tenants: select to auth using true check -',
    why: beforeTenant,
  },
  {
    rule: 'listed-policy',
    object: 'find_key on api_keys: select to auth using true check -',
    why: beforeTenant,
  },
  {
    rule: 'listed-policy',
    object: 'read_feed on events: select to feed using true check -',
    why: 'the dispatcher follows the log of all tenants',
  },
  {
    rule: 'listed-policy',
    object: 'match_events on webhooks: select to feed using true check -',
    why: 'the dispatcher asks which webhooks want an event',
  },
  {
    rule: 'listed-policy',
    object: 'note_deliveries on deliveries: all to feed using true check true',
    why: 'the dispatcher notes what is to be sent',
  },
  {
    rule: 'listed-policy',
    object: 'find_work on integrations: all to feed using true check true',
    why: 'workers find integrations with something to do and take their lease',
  },
  {
    rule: 'listed-policy',
    object: 'find_links on links: select to feed using true check -',
    why: 'the dispatcher asks which tasks are linked',
  },
  {
    rule: 'listed-policy',
    object: 'tell on sync_signals: all to feed using true check true',
    why: 'the dispatcher signals that a linked task changed',
  },
  {
    rule: 'listed-policy',
    object: 'find_tenants on tenants: select to purge using true check -',
    why: 'retention walks all tenants in one statement; ids and statuses only',
  },
  {
    rule: 'listed-policy',
    object: 'find_active on tenants: select to feed using true check -',
    why: 'nothing is done for a suspended tenant; ids and statuses only',
  },
  {
    rule: 'listed-policy',
    object: 'group_locks_only on tasks: update to group using true check false',
    why: 'restrictive: a role needs a grant of update to lock a row, and this one must not update',
  },
  {
    rule: 'listed-policy',
    object: `purge_deleting on events: all to purge ${deleting}`,
    why: deletingOnly,
  },
  {
    rule: 'listed-policy',
    object: `purge_deleting on audit_entries: all to purge ${deleting}`,
    why: deletingOnly,
  },

  ...Object.entries(retentionPolicies).map(([table, using]) => ({
    rule: 'listed-policy' as const,
    object: `retention on ${table}: all to purge using ${using} check -`,
    why: overOnly,
  })),
  ...Object.entries(retentionGrants).map(([table, columns]) => ({
    rule: 'listed-grant' as const,
    object: `purge: DELETE, ${columns.map((column) => `SELECT (${column})`).join(', ')} on ${table}`,
    why: overOnly,
  })),
  {
    rule: 'listed-grant',
    object:
      'purge: DELETE, SELECT (tenant_id), SELECT (id), SELECT (state), UPDATE (state), SELECT (created_at), SELECT (expires_at), UPDATE (ended_at) on edge_jobs',
    why: 'retention also ends abandoned jobs; it cannot read their contents',
  },
  ...Object.entries(retentionGrants)
    .filter(([table]) => table.endsWith('_default'))
    .flatMap(([table, columns]) =>
      ['DELETE', ...columns.map((column) => `SELECT (${column})`)].map((right) => ({
        rule: 'no-partition-grant' as const,
        object: `purge: ${right} on ${table}`,
        why: 'rows that no weekly partition took go by age; the weeks themselves are dropped',
      })),
    ),

  ...groupTables.map((table) => ({
    rule: 'listed-policy' as const,
    object: `group_isolation on ${table}: all to group ${namedTenants}`,
    why: namedOnly,
  })),

  { rule: 'listed-definer', object: 'purge_history(uuid,integer)', why: deletingOnly },
  {
    rule: 'listed-execute',
    object: 'app: task_words(text,text)',
    why: 'writing a task writes its words',
  },
  { rule: 'listed-execute', object: 'group: task_words(text,text)', why: 'as for one tenant' },
  {
    rule: 'listed-ownership',
    object: 'purge: function purge_history(uuid,integer)',
    why: 'a definer function runs as its owner',
  },

  ...['SELECT', 'UPDATE'].map((right) => ({
    rule: 'app-grant' as const,
    object: `app: ${right} (access_changes) on instance`,
    why: 'changes of tenants and keys are counted by those who make them',
  })),
  ...['id', 'generation', 'lost_at'].map((column) => ({
    rule: 'app-grant' as const,
    object: `app: SELECT (${column}) on master_keys`,
    why: 'which master key wraps new data keys, and which are lost; not their canaries',
  })),
  ...['epoch', 'epoch_history', 'epoch_began_at'].flatMap((column) =>
    ['SELECT', 'UPDATE'].map((right) => ({
      rule: 'app-grant' as const,
      object: `app: ${right} (${column}) on instance`,
      why: 'whether the server was restored, which opening a session of a connector finds out',
    })),
  ),
  { rule: 'listed-grant', object: 'auth: SELECT on instance', why: 'keys are peppered' },
  { rule: 'listed-grant', object: 'auth: SELECT on tenants', why: beforeTenant },
  { rule: 'listed-grant', object: 'auth: SELECT on api_keys', why: beforeTenant },
  { rule: 'listed-grant', object: 'feed: SELECT on events', why: 'the dispatcher only reads' },
  {
    rule: 'listed-grant',
    object:
      'feed: SELECT (tenant_id), SELECT (id), SELECT (event_types), SELECT (filter), SELECT (ordering), SELECT (enabled), SELECT (retried_at) on webhooks',
    why: 'which events match a webhook, and when a retry was requested; neither its URL nor its secrets',
  },
  {
    rule: 'listed-grant',
    object:
      'feed: INSERT, SELECT (tenant_id), SELECT (id), SELECT (webhook_id), SELECT (event_xid), SELECT (event_id), SELECT (event_at), SELECT (subject_id), SELECT (status), SELECT (queued_at), UPDATE (queued_at), SELECT (tries), SELECT (round), SELECT (next_attempt_at), UPDATE (next_attempt_at), SELECT (created_at), SELECT (is_deferred), UPDATE (is_deferred) on deliveries',
    why: 'records deliveries and that their jobs were created, not their results',
  },
  {
    rule: 'listed-grant',
    object:
      'feed: SELECT (tenant_id), SELECT (id), SELECT (paused), SELECT (outgoing_queue), SELECT (problem), SELECT (due_at), SELECT (rest_until), SELECT (lease_token), UPDATE (lease_token), SELECT (lease_until), UPDATE (lease_until) on integrations',
    why: 'who has something to do and who is at it; neither configuration nor secrets',
  },
  {
    rule: 'listed-grant',
    object:
      'feed: SELECT (tenant_id), SELECT (id), SELECT (integration_id), SELECT (task_id), SELECT (state) on links',
    why: 'which tasks are linked, not with what',
  },
  {
    rule: 'listed-grant',
    object:
      'feed: INSERT, SELECT (tenant_id), SELECT (id), SELECT (integration_id) on sync_signals',
    why: 'signals that there is work',
  },
  { rule: 'no-grant-elsewhere', object: 'feed: schema jobs', why: queue },
  { rule: 'no-grant-elsewhere', object: 'feed: function jobs.job_now()', why: queue },
  ...queueTables.map((table) => ({
    rule: 'no-grant-elsewhere' as const,
    object: `feed: table jobs.${table}`,
    why: queue,
  })),
  {
    rule: 'listed-grant',
    object: 'purge: SELECT (tenant_id), SELECT (status) on tenants',
    why: 'which tenants there are, and which are being deleted',
  },
  {
    rule: 'listed-grant',
    object: 'feed: SELECT (tenant_id), SELECT (status) on tenants',
    why: 'which tenants are suspended',
  },
  { rule: 'listed-grant', object: 'purge: DELETE, SELECT on events', why: deletingOnly },
  { rule: 'listed-grant', object: 'purge: DELETE, SELECT on audit_entries', why: deletingOnly },
  {
    rule: 'listed-grant',
    object: 'group: INSERT, SELECT, UPDATE on task_counters',
    why: 'new tasks take their numbers',
  },
  {
    rule: 'listed-grant',
    object: 'group: INSERT, SELECT, UPDATE (version) on tasks',
    why: 'creates, and locks the parents of what it creates; group_locks_only refuses updates',
  },
  {
    rule: 'listed-grant',
    object: 'group: INSERT, SELECT on task_labels',
    why: 'labels of new tasks',
  },
  {
    rule: 'listed-grant',
    object: 'group: SELECT (tenant_id), SELECT (id), SELECT (key) on custom_fields',
    why: 'a create that uses a custom field is not committed in a group',
  },
  {
    rule: 'listed-grant',
    object: 'group: INSERT, SELECT on idempotency_keys',
    why: 'answers to creates',
  },
  { rule: 'listed-grant', object: 'group: INSERT on events', why: 'events of new tasks' },
  { rule: 'listed-grant', object: 'group: INSERT on audit_entries', why: 'entries of new tasks' },
]
