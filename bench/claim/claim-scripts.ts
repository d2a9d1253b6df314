// Claiming a task on the bare engine: with everything the service writes, and as a bare queue in a narrow table.
import { tenantIdText } from '../../tests/harness/measure/bench-tenants.ts'
import { newId, type Script } from '../lib/pgbench.ts'

const tenant = `${tenantIdText}::uuid`

/**
 * One statement: the next entry is locked and removed, and run, event and audit entry are written. The document of the task is
 * read, because the service returns it. `run` is the JSON that the service stores in the event.
 */
export function wholeClaim({ run, agent }: { run: string; agent: string }): Script {
  return {
    text: `\\set t 1
\\startpipeline
begin;
select set_config('app.tenant_id', ${tenantIdText}, true);
with entry as (
  delete from queue_entries e
  where (e.tenant_id, e.queue, e.delegate, e.turn, e.task_id) = (
    select n.tenant_id, n.queue, n.delegate, n.turn, n.task_id from queue_entries n
    where n.tenant_id = ${tenant} and n.queue = 'default' and n.delegate = ''
    order by n.turn, n.task_id limit 1 for update skip locked)
  returning e.tenant_id, e.task_id, e.queued_at, e.attempt
), item as materialized (
  select entry.tenant_id, entry.task_id, ${newId} as run_id, clock_timestamp() as now,
    (extract(epoch from clock_timestamp() - entry.queued_at) * 1000)::bigint as waited_ms,
    entry.attempt + 1 as attempt,
    (select t.doc from tasks t where t.tenant_id = entry.tenant_id and t.id = entry.task_id) as doc
  from entry
), run as (
  insert into runs (tenant_id, id, task_id, agent, queue, attempt, waited_ms, state, token_digest, lease_until, lease_seconds,
    created_at, resumed_at, heartbeat_at)
  select tenant_id, run_id, task_id, :agent, 'default', attempt, waited_ms, 'working', sha256(run_id::text::bytea),
    now + interval '300 seconds', 300, now, now, now from item
), event as (
  insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
  select tenant_id, ${newId}, 'run.started', task_id, :actor, :run::json, '{}', '{}', now from item
), audit as (
  insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
  select tenant_id, ${newId}, 'run.started', task_id, :actor, :request, '[]', now from item
)
select run_id, doc from item;
commit;
\\endpipeline
`,
    variables: {
      run,
      agent,
      actor: `agent:${agent}`,
      request: '01920000-0000-7000-8000-000000000000',
    },
  }
}

/** What a minimal queue costs: no tenant, one narrow row, nothing else written. */
export const bareClaim: Script = {
  text: `update narrow set state = 1
where id = (select id from narrow where state = 0 order by turn limit 1 for update skip locked)
returning id;
`,
  variables: {},
}
