// What an export of a tenant carries of each table and what it leaves out, with the reasons. A test fails for a table with tenant_id
// that is missing here.
import { type Sql, sql } from '#db/sql.ts'

/** How an import treats what is pending and what it has no secret for. */
export type ImportMode = {
  /** Pending webhook deliveries are sent by the importing installation; otherwise they are canceled. */
  deliversPending: boolean
  /** The export has the secrets, and the import can decrypt them. */
  hasSecrets: boolean
}

/** A column that an import does not store as it was. */
export type ColumnRule = {
  why: string
  /** Not in the export. */
  isLeftOut?: true
  /** SQL of what is inserted, from the row `r` of the export; without it, the column gets its default. */
  value?: (mode: ImportMode) => string
  /** SQL that is equal before and after, from the row `entry`; without it, the column is not compared. */
  compared?: string
}

/** A column that can only be set when all rows of its table are there. */
export type LaterStep = {
  /** JSON arrays of the rows that need it, of the tenant `$1`. */
  select: string
  set: (tenantId: string, rows: string) => Sql
}

export type CarriedTable = {
  table: string
  later?: LaterStep
  columns?: Readonly<Record<string, ColumnRule>>
  /** A row may take megabytes. */
  hasLargeRows?: true
}

export type LeftOutTable = { table: string; leftOut: string }

const leftOut = (why: string, value?: string): ColumnRule => ({
  why,
  isLeftOut: true,
  ...(value !== undefined && { value: () => value }),
})

const columnsLeftOut = (why: string, names: readonly string[]): Record<string, ColumnRule> =>
  Object.fromEntries(names.map((name) => [name, leftOut(why)]))

/** 0031: below every transaction of the importing server, so that its dispatcher has passed it. */
const PASSED = `'1'`

/** Never stored for long: restoring the secrets replaces it in a later step, or they are generated. */
const NO_SECRET = `decode(repeat('00', 64), 'hex')`

/** Set by the import for its transaction. */
export const SLUG_SETTING = 'import.slug'

const isUnfinished = (row: string) => `${row}.status in ('pending', 'waiting')`

const deliveryColumns: Record<string, ColumnRule> = {
  event_xid: leftOut('Transaction IDs belong to the server.', PASSED),
  status: {
    why: 'Either installation sends a delivery, not both.',
    value: ({ deliversPending }) =>
      deliversPending
        ? 'r.status'
        : `case when ${isUnfinished('r')} then 'canceled' else r.status end`,
    compared: `case when ${isUnfinished('entry')} then 'canceled' else entry.status end`,
  },
  // As for a suspended tenant: the dispatcher queues it when the tenant is active.
  is_deferred: {
    why: 'The job queue stays behind.',
    value: ({ deliversPending }) => (deliversPending ? `r.status = 'pending'` : 'false'),
  },
  queued_at: {
    why: 'The job queue stays behind.',
    value: () =>
      `case when r.status = 'pending' then coalesce(r.queued_at, r.created_at) else r.queued_at end`,
  },
  next_attempt_at: {
    why: 'The job queue stays behind.',
    value: () => `case when ${isUnfinished('r')} then null else r.next_attempt_at end`,
  },
}

const webhookColumns: Record<string, ColumnRule> = {
  secret: leftOut('Encrypted with the keys of the installation.', NO_SECRET),
  ...columnsLeftOut('Encrypted with the keys of the installation, or its time.', [
    'previous_secret',
    'previous_secret_until',
    'headers',
  ]),
  header_names: {
    why: 'Headers must be entered again if the secrets are left out.',
    value: ({ hasSecrets }) => (hasSecrets ? 'r.header_names' : `'{}'::text[]`),
  },
  enabled: {
    why: 'A webhook is disabled until its receiver has the new secret.',
    value: ({ hasSecrets }) => (hasSecrets ? 'r.enabled' : 'false'),
  },
  disabled_reason: {
    why: 'A webhook is disabled until its receiver has the new secret.',
    value: ({ hasSecrets }) =>
      hasSecrets ? 'r.disabled_reason' : `coalesce(r.disabled_reason, 'manual')`,
  },
}

/** In the order of their foreign keys: parents first. */
export const carriedTables: readonly CarriedTable[] = [
  {
    table: 'tenants',
    columns: {
      slug: leftOut('Can be chosen.', `current_setting('${SLUG_SETTING}')`),
      // Rejects requests and cannot be resumed; `tenant delete` removes what is there.
      status: leftOut('Not usable before everything is imported and compared.', `'deleting'`),
    },
  },
  { table: 'users' },
  { table: 'views' },
  { table: 'custom_fields' },
  { table: 'queues' },
  { table: 'agents' },
  { table: 'agent_usage' },
  {
    table: 'inbox_digests',
    columns: columnsLeftOut('An address that is not confirmed yet is confirmed again.', [
      'wanted_address',
      'code_id',
      'code_expires_at',
      'code_at',
      'code_times',
      'claim',
      'claimed_until',
    ]),
  },
  { table: 'task_counters' },
  {
    table: 'tasks',
    columns: {
      parent_id: {
        // In whatever order rows come, the parent may be in a later transaction.
        why: 'A parent must exist; a later step sets it.',
        value: () => 'null::uuid',
        compared: 'entry.parent_id',
      },
    },
    later: {
      select: `select json_build_array(id, parent_id)::text as line from tasks
        where tenant_id = $1 and parent_id is not null`,
      set: (tenantId, rows) => sql`
        update tasks t set parent_id = (v.row ->> 1)::uuid from json_array_elements(${rows}::json) as v (row)
        where t.tenant_id = ${tenantId}::uuid and t.id = (v.row ->> 0)::uuid`,
    },
  },
  { table: 'task_labels' },
  { table: 'task_field_values' },
  { table: 'task_dependencies' },
  { table: 'comments' },
  { table: 'attachments' },
  { table: 'attachment_chunks', hasLargeRows: true },
  { table: 'attachment_usage' },
  { table: 'queue_entries' },
  { table: 'fairness_turns' },
  {
    table: 'runs',
    columns: {
      token_digest: leftOut(
        'Lease tokens are keyed with the pepper of the installation: the lease expires.',
        `sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`,
      ),
    },
  },
  {
    table: 'questions',
    columns: columnsLeftOut('One-time links are keyed with the pepper of the installation.', [
      'link_digest',
      'link_expires_at',
    ]),
  },
  { table: 'approvals' },
  { table: 'notifications' },
  { table: 'task_templates' },
  { table: 'schedules' },
  { table: 'schedule_occurrences' },
  { table: 'imports' },
  { table: 'import_chunks', hasLargeRows: true },
  { table: 'import_errors' },
  {
    table: 'integrations',
    columns: {
      ...columnsLeftOut('A worker of the source has it.', ['lease_token', 'lease_until']),
      ...columnsLeftOut('The webhook at the vendor leads to the source; a new one is created.', [
        'webhook',
        'webhook_renew_at',
        'webhook_heard_at',
      ]),
    },
  },
  { table: 'links' },
  { table: 'linked_comments' },
  { table: 'link_history' },
  { table: 'sync_runs' },
  { table: 'sync_failures' },
  { table: 'sync_conflicts' },
  { table: 'sync_signals' },
  { table: 'write_backs' },
  { table: 'inbound_messages' },
  {
    table: 'connectors',
    columns: columnsLeftOut('A connector enrolls at the importing installation.', [
      'public_key',
      'key_made_at',
      'key_expires_at',
      'rotate_asked_at',
      'enrolment_hash',
      'enrolment_expires_at',
      'enrolled_at',
      'challenged_at',
      'ratchet_hash',
      'previous_ratchet_hash',
      'ratchet_position',
      'session_id',
      'session_expires_at',
      'poll_sequence',
      'send_sequence',
      'frozen_at',
      'frozen_reason',
      'waiting_results',
      'lag_ms',
      'epoch',
      'resync_epoch',
      'resync_hash',
      'resync_asked_at',
      'resynced_at',
    ]),
  },
  { table: 'webhooks', columns: webhookColumns },
  {
    table: 'events',
    columns: { xid: leftOut('Transaction IDs belong to the server.', PASSED) },
  },
  { table: 'deliveries', columns: deliveryColumns },
  { table: 'delivery_attempts' },
  { table: 'audit_entries' },
]

export const leftOutTables: readonly LeftOutTable[] = [
  { table: 'api_keys', leftOut: 'Keyed with the pepper of the installation: create new ones.' },
  { table: 'key_uses', leftOut: 'Belongs to API keys.' },
  { table: 'agent_tokens', leftOut: 'Keyed with the pepper of the installation: create new ones.' },
  {
    table: 'password_resets',
    leftOut: 'Keyed with the pepper of the installation; valid for hours.',
  },
  {
    table: 'idempotency_keys',
    leftOut: 'Stored responses may contain secrets; a retry has an API key of the source.',
  },
  { table: 'data_keys', leftOut: 'Encrypted with the master key of the installation.' },
  { table: 'integration_secrets', leftOut: 'Secrets are a part of their own.' },
  {
    table: 'edge_jobs',
    leftOut: 'Work of connectors in progress; results are kept for days only.',
  },
  { table: 'edge_job_chunks', leftOut: 'Belongs to jobs of connectors.' },
  { table: 'tenant_fences', leftOut: 'Of a move to another cell.' },
  { table: 'dispatch_ranges', leftOut: 'Progress of the dispatcher of the source.' },
  { table: 'dispatch_backlog', leftOut: 'Empty: used by an earlier release.' },
]
