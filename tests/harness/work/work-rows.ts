// One row of a tenant in every table of agents, runs and queues, as the superuser, for what must reach all of them.
import { withAdmin } from '../admin-client.ts'

/** The tenant has a task. */
export async function keepWorkRows(superuserUrl: string, tenantId: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    await admin.query(
      `with task as (select tenant_id, id from tasks where tenant_id = $1 limit 1),
       agent as (
         insert into agents (tenant_id, id, name, description, queues, max_attempts, reads_external, reads_beyond_claim,
           writes_outward, created_by, created_at, updated_at)
         values ($1, gen_random_uuid(), 'kept', '', '{default}', 3, true, false, true, 'system:test', now(), now())
         returning tenant_id, id),
       token as (
         insert into agent_tokens (tenant_id, id, agent_id, digest, hint, created_by, created_at, expires_at)
         select tenant_id, gen_random_uuid(), id, sha256(id::text::bytea), 'kept', 'system:test', now(), now() from agent),
       usage as (insert into agent_usage (tenant_id, agent_id, day) select tenant_id, id, '2026-01-01' from agent),
       queue as (
         insert into queues (tenant_id, name, description, aging_seconds, created_at, updated_at)
         values ($1, 'kept', '', 60, now(), now())),
       turn as (
         insert into fairness_turns (tenant_id, queue, key, priority, turn, added, updated_at)
         values ($1, 'kept', 'kept', 1, 1, 1, now())),
       dependency as (
         insert into task_dependencies (tenant_id, task_id, blocker_id)
         select tenant_id, id, gen_random_uuid() from task),
       run as (
         insert into runs (tenant_id, id, task_id, agent, queue, attempt, waited_ms, state, token_digest, lease_seconds,
           created_at, resumed_at, heartbeat_at, ended_at)
         select tenant_id, gen_random_uuid(), id, 'kept', 'kept', 1, 0, 'completed', '', 60, now(), now(), now(), now()
         from task
         returning tenant_id, id, task_id),
       approval as (
         insert into approvals (tenant_id, id, task_id, run_id, agent, state, effects, hash, created_at, updated_at, ended_at)
         select tenant_id, gen_random_uuid(), task_id, id, 'kept', 'withdrawn', '[]', '', now(), now(), now() from run)
       insert into questions (tenant_id, id, run_id, task_id, agent, kind, prompt, context, state, on_timeout, created_at,
         ended_at)
       select tenant_id, gen_random_uuid(), id, task_id, 'kept', 'input', 'Why?', '', 'withdrawn', '{}', now(), now() from run`,
      [tenantId],
    )
  })
}
