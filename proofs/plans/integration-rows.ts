// Integrations of every tenant with all that hangs on them, as the superuser.
import type { Client } from 'pg'

/** Their secrets open nowhere; they only have the size of one. */
const ofIntegrations = [
  `insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, created_by, created_at, updated_at)
   select tenant_id, gen_random_uuid(), 'redmine', 'Loaded ' || n, '{}', 60, 'system:load', now(), now()
   from tenants, generate_series(1, 3) n`,
  `insert into integration_secrets (tenant_id, integration_id, name, value, hosts, entered_by, entered_at)
   select tenant_id, id, 'api_key', decode(repeat('00', 64), 'hex'), '{}', 'system:load', now() from integrations`,
  `insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at)
   select tenant_id, gen_random_uuid(), id, 'pull', 'schedule', 'succeeded', now(), now(), now()
   from integrations, generate_series(1, 20)`,
  `insert into sync_failures (tenant_id, integration_id, external_id, error, first_at, last_at)
   select tenant_id, id, 'lost ' || n, '{"kind": "invalid", "message": "no"}', now(), now()
   from integrations, generate_series(1, 5) n`,
  `insert into sync_signals (tenant_id, id, integration_id, kind)
   select tenant_id, gen_random_uuid(), id, 'pull' from integrations`,
  `insert into inbound_messages (tenant_id, integration_id, id, received_at, outcome, body_bytes)
   select tenant_id, id, gen_random_uuid(), now(), 'accepted', 1 from integrations, generate_series(1, 20)`,
]

const ofLinks = [
  `insert into link_history (tenant_id, link_id, id, at, direction, cause)
   select tenant_id, id, gen_random_uuid(), now(), 'in', 'pull' from links, generate_series(1, 5)`,
  `insert into sync_conflicts (tenant_id, id, integration_id, link_id, task_id, field, policy, state, resolution,
     resolved_at, created_at)
   select tenant_id, gen_random_uuid(), integration_id, id, task_id, 'title', 'latest',
     case when is_open then 'open' else 'resolved' end, case when is_open then null else 'remote' end,
     case when is_open then null else now() end, now()
   from links, lateral (select external_id::bigint % 2 = 0 as is_open) o`,
  `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state,
     planned_at, ended_at)
   select tenant_id, gen_random_uuid(), integration_id, id, task_id, 'update', '{}', 1,
     (array['confirmed', 'failed'])[n], now(), now()
   from links, generate_series(1, 2) n`,
  `insert into linked_comments (tenant_id, link_id, external_id, comment_id, direction, body_hash)
   select tenant_id, id, n::text, gen_random_uuid(), 'in', '\\x00' from links, generate_series(1, 2) n`,
]

/** One link for every so many tasks; by number, not by chance, so that a small tenant has some of every kind. */
export async function fillIntegrations(admin: Client, every: number): Promise<void> {
  for (const statement of ofIntegrations) await admin.query(statement)
  await admin.query(
    `insert into links (tenant_id, id, integration_id, task_id, external_id, state, created_at, updated_at)
     select t.tenant_id, gen_random_uuid(), i.id, t.id, t.number::text,
       case when t.number % 20 = 0 then 'frozen' else 'active' end, now(), now()
     from tasks t join (select distinct on (tenant_id) tenant_id, id from integrations) i using (tenant_id)
     where t.number % $1 = 1 % $1`,
    [every],
  )
  for (const statement of ofLinks) await admin.query(statement)
}
