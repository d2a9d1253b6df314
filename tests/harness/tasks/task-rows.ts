// A row in every table of custom fields, attachments, inboxes, templates and schedules, for tests that look at all tables there
// are. The tenant has a task already.
import { withAdmin } from '../admin-client.ts'

const statements = [
  `with added as (
     insert into attachments (tenant_id, id, state, name, media_type, bytes, sha256, chunks, created_by, created_at, touched_at)
     values ($1, gen_random_uuid(), 'stored', 'kept.txt', 'text/plain', 4, decode(repeat('00', 32), 'hex'), 1, 'system:test', now(), now())
     returning tenant_id, id)
   insert into attachment_chunks (tenant_id, attachment_id, place, content) select tenant_id, id, 0, 'kept' from added`,
  `insert into attachment_usage (tenant_id, bytes) values ($1, 4)
   on conflict (tenant_id) do update set bytes = attachment_usage.bytes + 4`,
  `with added as (
     insert into custom_fields (tenant_id, id, key, name, type, position, created_by, created_at, updated_at)
     values ($1, gen_random_uuid(), 'kept', 'Kept', 'text', 1, 'system:test', now(), now())
     returning tenant_id, id)
   insert into task_field_values (tenant_id, task_id, field_id, value)
   select added.tenant_id, t.id, added.id, 'kept' from added
   cross join lateral (select id from tasks where tenant_id = added.tenant_id limit 1) t`,
  `insert into notifications (tenant_id, user_id, id, kind, task_id, cause, created_at, shows_at)
   select $1, gen_random_uuid(), gen_random_uuid(), 'overdue', t.id, 'overdue:kept', now(), now()
   from (select id from tasks where tenant_id = $1 limit 1) t`,
  `with template as (
     insert into task_templates (tenant_id, id, name, task, created_by, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Kept', '{"title": "Kept"}', 'system:test', now(), now())
     returning tenant_id, id),
   schedule as (
     insert into schedules (tenant_id, id, name, template_id, rule, created_by, created_at, updated_at)
     select tenant_id, gen_random_uuid(), 'Kept', id, '{}', 'system:test', now(), now() from template
     returning tenant_id, id)
   insert into schedule_occurrences (tenant_id, schedule_id, occurs_at, created_at)
   select tenant_id, id, now(), now() from schedule`,
  `with made as (
     insert into imports (tenant_id, id, state, name, format, bytes, stored_bytes, created_by, created_at, updated_at)
     values ($1, gen_random_uuid(), 'uploaded', 'kept.csv', 'csv', 1, 1, 'system:test', now(), now())
     returning tenant_id, id),
   chunk as (
     insert into import_chunks (tenant_id, import_id, place, content) select tenant_id, id, 0, 'a' from made)
   insert into import_errors (tenant_id, import_id, line, position, bytes, errors)
   select tenant_id, id, 2, 6, 1, '[]' from made`,
]

export async function keepTaskRows(superuserUrl: string, tenantId: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    for (const statement of statements) await admin.query(statement, [tenantId])
  })
}
