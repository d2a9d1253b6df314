// Connectors of every tenant with their jobs, as the superuser.
import type { Client } from 'pg'

/** Most jobs have ended, as they have anywhere after a week. */
const statements = [
  `insert into connectors (tenant_id, id, name, enrolled_at, last_seen_at, session_id, created_by, created_at, updated_at)
   select tenant_id, gen_random_uuid(), 'Loaded ' || n, now(), now(), gen_random_uuid(), 'system:load', now(), now()
   from tenants, generate_series(1, 5) n`,
  `insert into edge_jobs (tenant_id, id, connector_id, request_key, database, statement, params, state, row_count,
     chunk_count, created_by, created_at, expires_at, ended_at)
   select tenant_id, gen_random_uuid(), id, 'key ' || n, 'erp', 'open', '{}', state, 3, 1, 'system:load',
     now() - n * interval '1 h', now() + interval '1 h', case when state = 'done' then now() - n * interval '1 m' end
   from connectors, generate_series(1, 80) n,
     lateral (select case when n % 20 = 1 then 'waiting' when n % 20 = 2 then 'running' else 'done' end as state) s`,
  `insert into edge_job_chunks (tenant_id, job_id, number, body) select tenant_id, id, 0, '[]' from edge_jobs`,
]

export async function fillEdge(admin: Client): Promise<void> {
  for (const statement of statements) await admin.query(statement)
}
