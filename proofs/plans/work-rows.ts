// Agents of every tenant with their runs, questions and approvals, and the queues of its tasks, as the superuser.
import type { Client } from 'pg'

/** Most runs have ended, as they have anywhere after a week. */
const statements = [
  `insert into agents (tenant_id, id, name, description, queues, max_attempts, reads_external, reads_beyond_claim,
     writes_outward, created_by, created_at, updated_at)
   select tenant_id, gen_random_uuid(), 'loaded-' || n, '', '{default}', 3, true, false, true, 'system:load', now(), now()
   from tenants, generate_series(1, 5) n`,
  `insert into agent_tokens (tenant_id, id, agent_id, digest, hint, created_by, created_at, expires_at)
   select tenant_id, gen_random_uuid(), id, sha256((id::text || n)::bytea), 'load', 'system:load', now(),
     now() + interval '1 day'
   from agents, generate_series(1, 2) n`,
  `insert into agent_usage (tenant_id, agent_id, day) select tenant_id, id, current_date - n
   from agents, generate_series(1, 20) n`,
  `insert into runs (tenant_id, id, task_id, agent, queue, attempt, waited_ms, state, token_digest, lease_until, lease_seconds,
     is_started, created_at, resumed_at, heartbeat_at, ended_at)
   select tenant_id, gen_random_uuid(), gen_random_uuid(), name, 'default', 1, n, state, '', lease, 300, true, now(), now(), now(),
     case when state = 'completed' then now() end
   from agents, generate_series(1, 60) n,
     lateral (select case when n % 20 = 1 then 'working' else 'completed' end as state,
       case when n % 20 = 1 then now() + interval '1 day' end as lease) s`,
  `insert into questions (tenant_id, id, run_id, task_id, agent, kind, prompt, context, state, on_timeout, created_at, ended_at)
   select tenant_id, gen_random_uuid(), id, task_id, agent, 'input', 'Why?', '', asked, '{"action":"fail"}', now(),
     case when asked = 'withdrawn' then now() end
   from runs, lateral (select case when waited_ms % 10 = 1 then 'open' else 'withdrawn' end as asked) a
   where waited_ms % 2 = 1`,
  `insert into approvals (tenant_id, id, task_id, run_id, agent, state, effects, hash, created_at, updated_at, ended_at)
   select tenant_id, gen_random_uuid(), task_id, id, agent, asked, '[]', '', now(), now(),
     case when asked = 'withdrawn' then now() end
   from runs, lateral (select case when waited_ms % 10 = 0 then 'open' else 'withdrawn' end as asked) a
   where waited_ms % 2 = 0`,
  `insert into queues (tenant_id, name, description, aging_seconds, created_at, updated_at)
   select tenant_id, 'loaded-' || n, '', 60, now(), now() from tenants, generate_series(1, 10) n`,
  `insert into fairness_turns (tenant_id, queue, key, priority, turn, added, updated_at)
   select tenant_id, 'default', 'loaded-' || n, 1, n, 1, now() from tenants, generate_series(1, 20) n`,
  `insert into task_dependencies (tenant_id, task_id, blocker_id)
   select tenant_id, id, gen_random_uuid() from tasks where number % 3 = 0`,
  `update tasks set turn = number where status = 'ready'`,
  `insert into queue_entries (tenant_id, queue, delegate, turn, task_id, queued_at)
   select tenant_id, queue, coalesce(delegate, ''), turn, id, now() from tasks where status = 'ready'`,
]

export async function fillWork(admin: Client): Promise<void> {
  for (const statement of statements) await admin.query(statement)
}
