// How long each table retains its rows, and why. The reference page is generated from this table, maintenance deletes by
// it, and a test fails for a table of the schema that is missing here.

/** By a variable, by a time in the row itself, or for a fixed number of days. */
export type Period = 'event' | 'delivery' | 'audit' | 'expiry' | { days: number }

export type Purge = {
  period: Period
  /** The column from which the period counts. */
  at: string
  /** The rest of the primary key, after tenant_id. */
  key: readonly string[]
  /** Further condition on the row `r`. */
  condition?: string
}

export type RetentionRule = {
  table: string
  /** Until when rows are kept, in words, where no time decides. */
  until?: string
  why: string
  /** Row by row, for all tenants. */
  rows?: Purge
  /** By the week: whole partitions are dropped; rows in the default partition are deleted row by row. */
  weeks?: Purge
}

const EDGE_JOB_DAYS = 7
const AGENT_USAGE_DAYS = 400
const FAIRNESS_DAYS = 30
const NOTIFICATION_DAYS = 90
const IMPORT_DAYS = 30
/** A schedule only moves forward, so an occurrence that is due is never older than the last one. */
const OCCURRENCE_DAYS = 400

export const retentionRules: readonly RetentionRule[] = [
  // Events and history.
  {
    table: 'events',
    weeks: { period: 'event', at: 'occurred_at', key: ['xid', 'id'] },
    why: 'Readers of the log and retries of deliveries need the event.',
  },
  {
    table: 'audit_entries',
    weeks: { period: 'audit', at: 'at', key: ['subject_id', 'id'] },
    why: 'The audit log and the activity of each task.',
  },
  {
    table: 'deliveries',
    weeks: { period: 'delivery', at: 'created_at', key: ['id'] },
    why: 'The delivery log of a webhook; deliveries can be resent as long as they are kept.',
  },
  {
    table: 'delivery_attempts',
    weeks: { period: 'delivery', at: 'at', key: ['delivery_id', 'number'] },
    why: 'The result of each attempt; kept as long as the delivery.',
  },
  {
    table: 'idempotency_keys',
    rows: {
      period: 'expiry',
      at: 'expires_at',
      key: ['key'],
      condition: `r.expires_at > '-infinity'`, // part of the index that this purge uses
    },
    why: 'A retried request gets the first response for SERVICE_ACP_IDEMPOTENCY_RETENTION.',
  },
  // Agents.
  {
    table: 'runs',
    rows: { period: 'audit', at: 'ended_at', key: ['id'], condition: 'r.ended_at is not null' },
    why: 'The attempts at each task, part of its activity; unfinished ones are kept.',
  },
  // Integrations.
  {
    table: 'inbound_messages',
    rows: { period: 'delivery', at: 'received_at', key: ['integration_id', 'id'] },
    why: 'Vendors resend webhooks for days; duplicates are recognized by their ID.',
  },
  {
    table: 'link_history',
    rows: { period: 'audit', at: 'at', key: ['link_id', 'id'] },
    why: 'Changes by sync on both sides of a link.',
  },
  {
    table: 'sync_runs',
    rows: {
      period: 'delivery',
      at: 'ended_at',
      key: ['id'],
      condition: `exists (select from sync_runs n where n.tenant_id = r.tenant_id
        and n.integration_id = r.integration_id and n.id > r.id)`,
    },
    why: 'The history of an integration. Its last run is kept; a scheduled run that found nothing, until the next one.',
  },
  {
    table: 'write_backs',
    rows: {
      period: 'delivery',
      at: 'ended_at',
      key: ['id'],
      condition: `r.state in ('confirmed', 'superseded', 'failed')`,
    },
    why: 'Changes pushed to the external system. Pending and conflicting ones are kept until they end.',
  },
  {
    table: 'sync_conflicts',
    rows: { period: 'audit', at: 'resolved_at', key: ['id'], condition: `r.state = 'resolved'` },
    why: 'A resolved conflict has the value that was not used. Open ones are kept until they are resolved.',
  },
  {
    table: 'sync_failures',
    until: 'the item is imported, or its integration is deleted',
    why: 'One row per item that failed to import.',
  },
  {
    table: 'sync_signals',
    until: 'sync has handled it',
    why: 'Pending work; kept during a suspension.',
  },
  { table: 'links', until: 'the integration is deleted', why: 'Maps tasks to external items.' },
  {
    table: 'linked_comments',
    until: 'the link is deleted',
    why: 'Maps comments to external comments.',
  },
  {
    table: 'integration_secrets',
    until: 'the integration is deleted',
    why: 'Encrypted credentials.',
  },
  { table: 'integrations', until: 'it is deleted', why: 'Configuration.' },
  // Connectors.
  {
    table: 'edge_jobs',
    rows: { period: { days: EDGE_JOB_DAYS }, at: 'created_at', key: ['id'] },
    why: 'Results contain rows of a customer’s database and are kept only as long as they are needed.',
  },
  {
    table: 'edge_job_chunks',
    until:
      'the job is deleted, or ends without a result, or newer results of the tenant exceed 256 MiB',
    why: 'Parts of a long result.',
  },
  { table: 'connectors', until: 'it is deleted', why: 'Configuration and keys.' },
  // Agents.
  { table: 'agents', until: 'it is deleted', why: 'Configuration.' },
  {
    table: 'agent_tokens',
    until: 'the agent is deleted, or gets a new token 90 days after this one became invalid',
    why: 'Invalid tokens show when the agent was last used.',
  },
  {
    table: 'agent_usage',
    rows: { period: { days: AGENT_USAGE_DAYS }, at: 'day', key: ['agent_id', 'day', 'shard'] },
    why: 'The daily budget, and the usage of the last year.',
  },
  // Data of tenants.
  { table: 'tasks', until: 'it is deleted', why: 'The tenant decides.' },
  { table: 'task_labels', until: 'the task is deleted', why: 'Part of the task.' },
  { table: 'task_field_values', until: 'the task is deleted', why: 'Part of the task.' },
  {
    table: 'task_dependencies',
    until: 'the blocking task is completed, canceled or deleted, or the blocked one is deleted',
    why: 'Tasks that block others.',
  },
  {
    table: 'queue_entries',
    until: 'the task is claimed, changed or deleted',
    why: 'Tasks that can be claimed.',
  },
  {
    table: 'fairness_turns',
    rows: { period: { days: FAIRNESS_DAYS }, at: 'updated_at', key: ['queue', 'key', 'priority'] },
    why: 'The last turn of each fairness key; keys that were not used for long begin again.',
  },
  { table: 'queues', until: 'the tenant is deleted', why: 'Settings of queues.' },
  { table: 'comments', until: 'it or its task is deleted', why: 'Part of the task.' },
  {
    table: 'attachments',
    until: 'it or its task is deleted; an upload that ended, after half an hour',
    why: 'Part of the task.',
  },
  { table: 'attachment_chunks', until: 'the attachment is deleted', why: 'Content of the file.' },
  { table: 'attachment_usage', until: 'the tenant is deleted', why: 'One row per tenant.' },
  { table: 'task_counters', until: 'the tenant is deleted', why: 'One row per tenant.' },
  { table: 'webhooks', until: 'it is deleted', why: 'Configuration.' },
  {
    table: 'tenant_fences',
    until: 'the move of the tenant is undone or purged',
    why: 'Rejects writes in the previous cell of a tenant.',
  },
  {
    table: 'questions',
    rows: { period: 'audit', at: 'ended_at', key: ['id'] },
    why: 'Questions of agents and their answers. Open ones are kept until they end.',
  },
  {
    table: 'approvals',
    rows: { period: 'audit', at: 'ended_at', key: ['id'] },
    why: 'Effects of agents, who approved them, and what the external system confirmed. Open ones are kept until they end.',
  },
  {
    table: 'notifications',
    rows: { period: { days: NOTIFICATION_DAYS }, at: 'shows_at', key: ['user_id', 'id'] },
    why: 'The inbox of each person, at most 1,000 items. Snoozed items count from the end of the snooze.',
  },
  {
    table: 'inbox_digests',
    until: 'the user is deleted',
    why: 'When a person gets the e-mail digest, and the confirmed address.',
  },
  { table: 'task_templates', until: 'it is deleted', why: 'Configuration.' },
  { table: 'schedules', until: 'it is deleted', why: 'Configuration.' },
  {
    table: 'schedule_occurrences',
    rows: {
      period: { days: OCCURRENCE_DAYS },
      at: 'created_at',
      key: ['schedule_id', 'occurs_at'],
    },
    why: 'No occurrence creates a second task, also if a worker is killed or two of them run.',
  },
  {
    table: 'imports',
    rows: { period: { days: IMPORT_DAYS }, at: 'updated_at', key: ['id'] },
    why: 'Imports and their results, from the last progress.',
  },
  {
    table: 'import_chunks',
    until: 'every row was imported, or the import is deleted',
    why: 'The file of an import, which its rejected rows are read from.',
  },
  { table: 'import_errors', until: 'the import is deleted', why: 'Rows that were rejected.' },
  { table: 'views', until: 'it is deleted', why: 'Configuration.' },
  { table: 'custom_fields', until: 'it is deleted', why: 'Configuration.' },
  { table: 'users', until: 'it is deleted', why: 'Who may sign in.' },
  {
    table: 'password_resets',
    rows: { period: 'expiry', at: 'expires_at', key: ['user_id'] },
    why: 'A reset link works for hours.',
  },
  { table: 'api_keys', until: 'the tenant is deleted', why: 'Revoked keys stay listed.' },
  { table: 'key_uses', until: 'the tenant is deleted', why: 'One row per key: its last use.' },
  { table: 'data_keys', until: 'the tenant is deleted', why: 'Keys that encrypt the secrets.' },
  { table: 'tenants', until: 'it is deleted', why: 'One row per tenant.' },
  // The installation.
  { table: 'instance', until: 'never', why: 'One row: identity and pepper.' },
  { table: 'master_keys', until: 'it is rotated out', why: 'One row per master key.' },
  { table: 'schema_migrations', until: 'never', why: 'One row per migration.' },
  { table: 'dispatch_progress', until: 'never', why: 'One row: position of the dispatcher.' },
  {
    table: 'dispatch_ranges',
    until: 'its events are dispatched',
    why: 'Events of a tenant that had more than its share of a batch.',
  },
  ...['dispatch_cursor', 'dispatch_backlog'].map((table) => ({
    table,
    until: 'never',
    why: 'Empty: used by an earlier release.',
  })),
  { table: 'maintenance_lease', until: 'never', why: 'One row: the worker that runs maintenance.' },
  // The queue.
  { table: 'jobs.job', until: 'the attempt ends', why: 'Delivery attempts that are due soon.' },
  { table: 'jobs.queue', until: 'never', why: 'One row per queue.' },
  { table: 'jobs.version', until: 'never', why: 'One row.' },
  ...['bam', 'job_dependency', 'queue_stats', 'schedule', 'subscription', 'warning'].map(
    (name) => ({
      table: `jobs.${name}`,
      until: 'never',
      why: 'Unused: part of the queue’s schema, and empty.',
    }),
  ),
]
