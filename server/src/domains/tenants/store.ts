// SQL of tenants. Lists read across tenants as the auth role; every change happens inside the tenant's transaction.
import type { Settings } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { empty, raw, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type TenantRow = {
  tenant_id: string
  slug: string
  name: string
  status: 'active' | 'suspended' | 'deleting' | 'moving' | 'moved'
  created_at: Date
}

/** Its requests are accepted, or sent to its new cell. */
export function isServed({ status }: Pick<TenantRow, 'status'>): boolean {
  return status === 'active' || status === 'moving' || status === 'moved'
}

const columns = sql`tenant_id, slug, name, status, created_at`

export function listTenants(auth: Reader, after: string, limit: number): Promise<TenantRow[]> {
  return auth.rows<TenantRow>(sql`
    select ${columns} from tenants where slug > ${after} order by slug limit ${limit}`)
}

export async function findTenant(auth: Reader, slug: string): Promise<TenantRow | undefined> {
  const [row] = await auth.rows<TenantRow>(sql`
    select ${columns} from tenants where slug = ${slug}`)
  return row
}

/** The tenant with this ID before the one with this slug. */
export async function findTaken(
  auth: Reader,
  id: string,
  slug: string,
): Promise<TenantRow | undefined> {
  const [row] = await auth.rows<TenantRow>(sql`
    select ${columns} from tenants where tenant_id = ${id} or slug = ${slug}
    order by tenant_id = ${id} desc limit 1`)
  return row
}

export async function insertTenant(tx: Tx, slug: string, name: string): Promise<void> {
  await tx.rows(sql`
    insert into tenants (tenant_id, slug, name) values (${tx.tenantId}, ${slug}, ${name})`)
}

export async function updateStatus(tx: Tx, status: TenantRow['status']): Promise<void> {
  await tx.rows(sql`update tenants set status = ${status} where ${tx.mine()}`)
}

export async function deleteTenantRow(tx: Tx): Promise<void> {
  await tx.rows(sql`delete from tenants where ${tx.mine()}`)
}

export type SettingsRow = {
  name: string
  time_zone: string
  language: Settings['language']
  week_start: Settings['week_start']
  settings_version: number
  changed_at: Date
}

export function readSettingsRow(
  tx: Tx,
  options: { lock?: boolean } = {},
): Promise<SettingsRow | undefined> {
  return tx.row<SettingsRow>(sql`
    select name, time_zone, language, week_start, settings_version,
      coalesce(settings_changed_at, created_at) as changed_at
    from tenants where ${tx.mine()} ${options.lock ? sql`for no key update` : empty}`)
}

export async function updateSettings(tx: Tx, row: SettingsRow): Promise<void> {
  await tx.rows(sql`
    update tenants set name = ${row.name}, time_zone = ${row.time_zone}, language = ${row.language},
      week_start = ${row.week_start}, settings_version = ${row.settings_version},
      settings_changed_at = ${row.changed_at}
    where ${tx.mine()}`)
}

/** Tables whose rows go with their tenant, children first. The append-only ones are emptied by the owner. */
export const OWNED_TABLES = [
  'attachment_chunks',
  'attachments',
  'attachment_usage',
  'comments',
  'task_labels',
  'task_field_values',
  'tasks',
  'task_counters',
  'idempotency_keys',
  'key_uses',
  'delivery_attempts',
  'deliveries',
  'dispatch_ranges',
  'dispatch_backlog',
  'webhooks',
  'inbound_messages',
  'linked_comments',
  'write_backs',
  'sync_failures',
  'sync_runs',
  'sync_conflicts',
  'link_history',
  'sync_signals',
  'links',
  'integration_secrets',
  'integrations',
  'approvals',
  'questions',
  'runs',
  'task_dependencies',
  'queue_entries',
  'fairness_turns',
  'queues',
  'agent_usage',
  'agent_tokens',
  'agents',
  'edge_job_chunks',
  'edge_jobs',
  'connectors',
  'notifications',
  'inbox_digests',
  'password_resets',
  'users',
  'views',
  'custom_fields',
  'import_chunks',
  'import_errors',
  'imports',
  'schedule_occurrences',
  'schedules',
  'task_templates',
  // Last: what was sealed under them is gone by then.
  'data_keys',
] as const
export type OwnedTable = (typeof OWNED_TABLES)[number]

/** A plan made for a few rows would take minutes for a million. */
const customPlan = { usesCustomPlan: true }

/** Deletes a bounded number of rows; zero when nothing is left. */
export async function deleteSomeRows(tx: Tx, table: OwnedTable, limit: number): Promise<number> {
  const rows = await tx.rows(
    sql`
    delete from ${raw(table)}
    where ${tx.mine()} and ctid = any(array(
      select ctid from ${raw(table)} where ${tx.mine()} limit ${limit}))
    returning 1`,
    customPlan,
  )
  return rows.length
}

/** Files of the tenant whose content is in the bucket. */
export async function listBucketFiles(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from attachments where ${tx.mine()} and in_bucket order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

export async function deleteFiles(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.rows(
    sql`delete from attachments where ${tx.mine()} and id = any(${ids}::uuid[]) returning 1`,
  )
  return rows.length
}

/** The last tasks by id, below `before`: children usually come after their parents, so most trees end leaves first. */
export async function listLastTasks(
  tx: Tx,
  before: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    sql`
    select id from tasks
    where ${tx.mine()} ${before === null ? empty : sql`and id < ${before}`}
    order by id desc limit ${limit}`,
    customPlan,
  )
  return rows.map(({ id }) => id)
}

/** Takes the parent from a bounded number of tasks outside the range whose parent is inside it. */
export async function unlinkChildren(
  tx: Tx,
  range: { first: string; last: string },
  limit: number,
): Promise<number> {
  const rows = await tx.rows(
    sql`
    update tasks set parent_id = null
    where ${tx.mine()} and id = any(array(
      select id from tasks
      where ${tx.mine()} and parent_id between ${range.first} and ${range.last}
        and (id < ${range.first} or id > ${range.last})
      limit ${limit}))
    returning 1`,
    customPlan,
  )
  return rows.length
}

export async function deleteTasks(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.rows(
    sql`delete from tasks where ${tx.mine()} and id = any(${ids}::uuid[]) returning 1`,
    customPlan,
  )
  return rows.length
}

/** How many rows a tenant has in a table, counted up to `limit`. */
export async function countRows(
  tx: Tx,
  table: OwnedTable | 'events' | 'audit_entries',
  limit: number,
): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count
    from (select from ${raw(table)} where ${tx.mine()} limit ${limit}) as counted`)
  return row?.count ?? 0
}

/** Transactions of the service that began before this moment and have not ended. */
export async function countOlderWork(owner: Reader, before: Date): Promise<number> {
  const [row] = await owner.rows<{ open: number }>(sql`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and application_name = 'task-service' and xact_start < ${before}`)
  return row?.open ?? 0
}

export async function purgeHistory(
  owner: Reader,
  tenantId: string,
  limit: number,
): Promise<number> {
  const [row] = await owner.rows<{ gone: number }>(sql`
    select purge_history(${tenantId}, ${limit}) as gone`)
  return row?.gone ?? 0
}
