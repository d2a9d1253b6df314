-- Effects of agents on external systems, and the approvals that they need.
--
-- `integrations.agent_writes` decides whether what agents do is written to the system at once, after an approval, or never.
-- The sync reads it, the last run of the task and its agent in the transaction that plans a write-back, so that a change of
-- any of them takes effect with the next plan.
--
-- Locks: integrations, runs and write_backs exclusively for a moment: new columns without a rewrite, and a check that is not
-- validated, because every row meets the one that it replaces. The approvals are created empty. Upgrade: the previous release
-- writes none of the columns; while it runs, its workers know no policy, so set one when all processes are upgraded.

alter table integrations
  add column agent_writes text not null default 'allow' check (agent_writes in ('allow', 'approve', 'forbid'));

alter table runs
  -- When the task ended by this run, as its `completed_at`. If the task has another one by now, someone else moved it.
  add column outcome_at timestamptz,
  -- The approval that the parked run waits for, or waited for when it ended.
  add column approval_id uuid;

alter table write_backs
  -- The approval that it is sent with, or waits for.
  add column approval_id uuid,
  drop constraint write_backs_state_check,
  add constraint write_backs_state_check check (
    state in ('awaiting_approval', 'planned', 'sent', 'confirmed', 'conflict', 'failed', 'superseded')) not valid;

-- A decision about effects. No foreign keys: the history of a deleted task, agent or link ends with its event.
create table approvals (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  -- Null for effects without a run, such as a comment.
  run_id uuid,
  -- Null if it is about all links of the task.
  link_id uuid,
  -- The name of the agent, which does not change.
  agent text not null,
  state text not null check (state in ('open', 'approved', 'spent', 'rejected', 'stale', 'withdrawn')),
  effects json not null,
  -- SHA-256 of the canonical JSON of the effects, in hex.
  hash text not null,
  -- What the task gets when the run is completed; null if the agent sent no result.
  result json,
  -- Effects and hash before they changed.
  previous json,
  -- Links whose write-backs were planned with it. Each link is in it once.
  spent_links uuid[] not null default '{}',
  reason text,
  decided_by text,
  decided_at timestamptz,
  acknowledged_at timestamptz,
  -- What the external systems confirmed.
  receipts json not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
select isolate_tenant('approvals');
grant select, insert, update, delete on approvals to {{app}};
-- A run waits for one approval at a time.
create unique index approvals_open_run on approvals (tenant_id, run_id) where state = 'open' and link_id is null;
-- Lists are filtered by state or read each state in turn.
create index approvals_state on approvals (tenant_id, state, id);
create index approvals_agent on approvals (tenant_id, agent, state, id);
create index approvals_task on approvals (tenant_id, task_id, id);
create index approvals_age on approvals (tenant_id, ended_at) where ended_at is not null;
create policy retention on approvals for all to {{purge}} using (ended_at is not null);
grant select (tenant_id, id, ended_at), delete on approvals to {{purge}};
