// One row of a tenant in every table that integrations work with, as the superuser, for what must reach all of them.
import { withAdmin } from '../admin-client.ts'

export async function keepIntegrationRows(superuserUrl: string, tenantId: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<{ id: string; link: string }>(
      `with made as (
         insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, created_by, created_at, updated_at)
         values ($1, gen_random_uuid(), 'redmine', 'Kept', '{}', 60, 'system:test', now(), now())
         returning tenant_id, id)
       insert into links (tenant_id, id, integration_id, task_id, external_id, state, created_at, updated_at)
       select tenant_id, gen_random_uuid(), id, gen_random_uuid(), '1', 'active', now(), now() from made
       returning integration_id as id, id as link`,
      [tenantId],
    )
    const [made] = rows
    for (const statement of ofLink) await admin.query(statement, [tenantId, made?.id, made?.link])
    for (const statement of ofIntegration) await admin.query(statement, [tenantId, made?.id])
  })
}

const ofLink = [
  `insert into link_history (tenant_id, link_id, id, at, direction, cause)
   select $1, $3, $2, now(), 'note', 'test' where $2::uuid is not null`,
  `insert into sync_conflicts (tenant_id, id, integration_id, link_id, task_id, field, policy, state, created_at)
   values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'title', 'manual', 'open', now())`,
  `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state, planned_at)
   values ($1, gen_random_uuid(), $2, $3, gen_random_uuid(), 'update', '{}', 1, 'planned', now())`,
  `insert into linked_comments (tenant_id, link_id, external_id, comment_id, direction, body_hash)
   select $1, $3, '1', $2, 'in', '\\x00' where $2::uuid is not null`,
]

const ofIntegration = [
  `insert into integration_secrets (tenant_id, integration_id, name, value, hosts, entered_by, entered_at)
   values ($1, $2, 'api_key', decode(repeat('00', 60), 'hex'), '{}', 'system:test', now())`,
  `insert into sync_signals (tenant_id, id, integration_id, kind) values ($1, gen_random_uuid(), $2, 'pull')`,
  `insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at)
   values ($1, gen_random_uuid(), $2, 'pull', 'first', 'running', now(), now())`,
  `insert into sync_failures (tenant_id, integration_id, external_id, error, first_at, last_at)
   values ($1, $2, '1', '{}', now(), now())`,
  `insert into inbound_messages (tenant_id, integration_id, id, received_at, outcome, body_bytes)
   values ($1, $2, gen_random_uuid(), now(), 'accepted', 1)`,
]
