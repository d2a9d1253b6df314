// The data the plans are judged on: few tenants have most of the tasks, and every table and partition has enough rows
// that reading it whole would cost more than an index.
import { Client } from 'pg'
import type { LoadedTenant } from '../../tools/load/load-dataset.ts'
import { loadDataset } from '../../tools/load.ts'
import { fillEdge } from './edge-rows.ts'
import { fillIntegrations } from './integration-rows.ts'
import { fillWork } from './work-rows.ts'

export type DataSize = {
  tenants: number
  tasks: number
  /** Of the tables that hang on tasks, at least; the same for those that are partitioned by time. */
  rowsPerTable: number
  rowsPerPartition: number
}

export type SkewedData = { large: LoadedTenant; small: LoadedTenant; rows: string }

export async function loadSkewedData(
  urls: { owner: string; superuser: string },
  size: DataSize,
  log: (line: string) => void,
): Promise<SkewedData> {
  const { tenants } = await loadDataset(urls.owner, { ...size, log })
  const admin = new Client({ connectionString: urls.superuser })
  await admin.connect()
  try {
    await fillOtherTables(admin, size)
    await admin.query('vacuum (analyze)')
    const { rows } = await admin.query<{ text: string }>(
      `select string_agg(format('%s %s', to_char(reltuples, 'FM999,999,999'), relname), ', ' order by relname) as text
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relispartition`,
    )
    const [large] = tenants
    const small = tenants[Math.floor(tenants.length / 2)]
    if (!large || !small) throw new Error('the data set has no tenants')
    return { large, small, rows: rows[0]?.text ?? '' }
  } finally {
    await admin.end()
  }
}

/**
 * By the superuser and in bulk: these rows only have to be there, in the right proportions. Which tasks have some is
 * said by their numbers, not by chance, so that a small tenant never has none.
 */
async function fillOtherTables(admin: Client, { tasks, rowsPerTable, rowsPerPartition }: DataSize) {
  await admin.query(`insert into api_keys (tenant_id, id, digest, hint)
    select tenant_id, gen_random_uuid(), sha256(tenant_id::text::bytea), 'load' from tenants`)
  const every = Math.max(1, Math.round(tasks / rowsPerTable))
  await admin.query(
    `insert into comments (tenant_id, id, task_id, author, body, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, 'system:load', 'Looked at it.', updated_at, updated_at
     from tasks, generate_series(1, 2) where number % $1 = 1 % $1`,
    [every],
  )
  await admin.query(
    `insert into views (tenant_id, id, name, kind, query, shared, owner, position, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'View', 'list', '{}', number % 4 > 0, 'system:load', number % 1000,
       updated_at, updated_at
     from tasks where number % $1 = 1 % $1`,
    [every],
  )
  await admin.query(
    `insert into users (tenant_id, id, username, name, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'user-' || n, 'User', 'system:load', now(), now()
     from tenants, generate_series(1, 5) n`,
  )
  await admin.query(
    `insert into idempotency_keys (tenant_id, key, request_hash, status, headers, body, expires_at)
     select tenant_id, id::text, '', 201, '{}', '{}', now() + interval '1 day'
     from tasks where number % $1 = 1 % $1`,
    [every],
  )
  await admin.query(
    `insert into key_uses (tenant_id, fingerprint, used_at)
     select tenant_id, md5(n::text), now() from tenants, generate_series(1, 20) n`,
  )
  // Their secrets open nowhere; they only have the size of one.
  await admin.query(
    `insert into webhooks (tenant_id, id, url, secret, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'https://hooks.example/', decode(repeat('00', 64), 'hex'), 'system:load',
       now(), now()
     from tenants, generate_series(1, 5)`,
  )
  await fillFields(admin)
  await fillFilesAndSchedules(admin)
  await fillIntegrations(admin, every)
  await fillEdge(admin)
  await fillWork(admin)
  await fillHistory(admin, Math.max(1, Math.round(tasks / rowsPerPartition)))
}

/** A field that every task has, one that a hundredth has, and others that none has. */
async function fillFields(admin: Client): Promise<void> {
  await admin.query(
    `insert into custom_fields (tenant_id, id, key, name, type, position, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), coalesce((array['points', 'ticket'])[n], 'other_' || n), 'Field',
       case n when 1 then 'number' else 'text' end, n, 'system:load', now(), now()
     from tenants, generate_series(1, 20) n`,
  )
  await admin.query(
    `insert into task_field_values (tenant_id, task_id, field_id, value, number)
     select t.tenant_id, t.id, f.id, case f.key when 'ticket' then 't-' || t.number / 100 end,
       case f.key when 'points' then t.number % 100 end
     from tasks t join custom_fields f on f.tenant_id = t.tenant_id and (f.key = 'points'
       or f.key = 'ticket' and t.number % 100 = 1)`,
  )
}

const DAILY = {
  frequency: 'daily',
  interval: 1,
  time: '09:00',
  time_zone: 'UTC',
  starts_on: '2026-01-01',
  ends_on: null,
  count: null,
}

/** Many files of other tasks, templates and schedules, of each of which one tenant has few. */
async function fillFilesAndSchedules(admin: Client): Promise<void> {
  await admin.query(
    `insert into attachments (tenant_id, id, task_id, state, name, media_type, bytes, sha256, chunks, created_by, created_at, touched_at)
     select tenant_id, gen_random_uuid(), id, 'stored', 'file.txt', 'text/plain', 4, decode(repeat('00', 32), 'hex'), 1,
       'system:load', now(), now()
     from tasks where number % 10 = 1`,
  )
  await admin.query(
    `insert into attachment_chunks (tenant_id, attachment_id, place, content)
     select tenant_id, id, 0, 'file' from attachments`,
  )
  await admin.query(
    `insert into attachment_usage (tenant_id, bytes)
     select tenant_id, sum(bytes) from attachments group by tenant_id`,
  )
  await admin.query(
    `insert into task_templates (tenant_id, id, name, task, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'Template', '{"title": "Template"}', 'system:load', now(), now()
     from tenants, generate_series(1, 20)`,
  )
  await admin.query(
    `insert into schedules (tenant_id, id, name, template_id, rule, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'Schedule', id, $1, 'system:load', now(), now() from task_templates`,
    [JSON.stringify(DAILY)],
  )
  await admin.query(
    `insert into schedule_occurrences (tenant_id, schedule_id, occurs_at, created_at)
     select tenant_id, id, now() - n * interval '1 day', now() from schedules, generate_series(1, 10) n`,
  )
  await admin.query(
    `insert into imports (tenant_id, id, state, name, format, bytes, stored_bytes, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'finished', 'load.csv', 'csv', 1, 0, 'system:load', now(), now()
     from tenants, generate_series(1, 50)`,
  )
  await admin.query(
    `insert into import_chunks (tenant_id, import_id, place, content)
     select tenant_id, id, 0, 'file' from imports`,
  )
  await admin.query(
    `insert into import_errors (tenant_id, import_id, line, position, bytes, errors)
     select tenant_id, id, n, n, 1, '[]' from imports, generate_series(1, 2) n`,
  )
}

/** After a process has brought the master key. They open nothing. */
export async function fillDataKeys(admin: Client): Promise<void> {
  await admin.query(
    `insert into data_keys (tenant_id, id, master_key_id, wrapped, is_current)
     select t.tenant_id, gen_random_uuid(), m.id, decode(repeat('00', 60), 'hex'), false
     from tenants t, master_keys m, generate_series(1, 3)`,
  )
  await admin.query('analyze data_keys')
}

/** An id as the service would have made it then: lists of deliveries find partitions by the time in it. */
const createIdFunction = `create function pg_temp.id_at(moment timestamptz) returns uuid language plpgsql as $$
   declare noise text := replace(gen_random_uuid()::text, '-', '');
   begin
     return lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || substr(noise, 1, 3) || '8'
       || substr(noise, 4, 15);
   end $$`

/** Every weekly partition, and the default one for what is older than all of them. */
async function fillHistory(admin: Client, every: number): Promise<void> {
  await admin.query(createIdFunction)
  const moments = `select date_trunc('week', now()) + week * interval '7 days' as moment
    from generate_series(0, 8) week union all select date_trunc('milliseconds', now() - interval '5 years')`
  await admin.query(
    `insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
     select tenant_id, gen_random_uuid(), 'task.updated', id, 'system:load', 'load', '[]', moment
     from tasks, (${moments}) m where number % $1 = 1 % $1`,
    [every],
  )
  await admin.query(
    `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     select tenant_id, pg_temp.id_at(moment), 'task.updated', id, 'system:load', '{}', '{}', '{}', moment
     from tasks, (${moments}) m where number % $1 = 1 % $1`,
    [every],
  )
  await admin.query(
    `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
       queued_at, created_at)
     select t.tenant_id, pg_temp.id_at(moment), w.id, '1', t.id, 'task.updated', moment, t.id,
       (array['delivered', 'delivered', 'delivered', 'failed'])[1 + t.number / $1 % 4], moment, moment
     from tasks t join (select distinct on (tenant_id) tenant_id, id from webhooks) w using (tenant_id), (${moments}) m
     where t.number % $1 = 1 % $1`,
    [every],
  )
  await admin.query(
    `insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, status_code, error)
     select tenant_id, id, number, created_at, 20, 503, 'status' from deliveries, generate_series(1, 2) as number`,
  )
  // Usually empty, and one tenant with many events may fill it.
  await admin.query(
    `insert into dispatch_ranges (tenant_id, xid, id, until_xid, until_id, event_count)
     select tenant_id, '1', id, '1', id, 1 from tasks where number % $1 = 1 % $1`,
    [every],
  )
}
