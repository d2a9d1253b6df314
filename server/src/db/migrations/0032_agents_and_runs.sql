-- Agents, the queues they claim tasks from, their runs and their questions.
--
-- A claim deletes the queue entry of a task and inserts a run; it does not touch the row of the task, which has many
-- indexes. An entry exists while a task is `ready`, due, not blocked and not claimed. `tasks.turn` is the position of the
-- entry, so that a change of the task finds it without another index.
--
-- Locks: tasks exclusively, for two columns with constant defaults; everything else is created empty. Upgrade: the previous
-- release writes neither column, so its tasks have no entry until maintenance of the queues adds one, and an entry of a task
-- that it moved on is dropped by the claim that finds it.

alter table tasks
  -- Null while there is no entry for it.
  add column turn bigint,
  -- When maintenance of the queues may add an entry; `infinity` while another task blocks it.
  add column ready_at timestamptz not null default '-infinity',
  -- Tasks of the same key take turns with those of other keys.
  add column fairness_key text;

-- Settings of a queue. A queue without a row has the defaults of the contract.
create table queues (
  tenant_id uuid not null,
  name text not null,
  description text not null,
  aging_seconds integer not null check (aging_seconds > 0),
  target_seconds integer check (target_seconds > 0),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, name)
);
select isolate_tenant('queues'), admit_group('queues');
grant select, insert, update, delete on queues to {{app}};
grant select on queues to {{group}};

-- Tasks that can be claimed, in the order of their turns. `delegate` is empty for tasks that any agent may claim. Rows live
-- for a short time, and a claim reads over the dead ones, so vacuum comes early.
create table queue_entries (
  tenant_id uuid not null,
  queue text not null,
  delegate text not null,
  turn bigint not null,
  task_id uuid not null,
  -- Since when the task can be claimed.
  queued_at timestamptz not null,
  -- Of the last run, so that a claim need not look for it.
  attempt integer not null default 0,
  failures integer not null default 0,
  primary key (tenant_id, queue, delegate, turn, task_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
select isolate_tenant('queue_entries'), admit_group('queue_entries');
grant select, insert, delete on queue_entries to {{app}}, {{group}};
-- PostgreSQL lets a role lock a row only if it may update a column of it.
grant update (task_id) on queue_entries to {{app}}, {{group}};

-- The last turn of each fairness key, updated only by inserts of tasks, which hold the counter of the tenant.
create table fairness_turns (
  tenant_id uuid not null,
  queue text not null,
  key text not null,
  priority smallint not null,
  turn bigint not null,
  -- How many tasks the last insert added.
  added bigint not null,
  updated_at timestamptz not null,
  primary key (tenant_id, queue, key, priority)
);
select isolate_tenant('fairness_turns'), admit_group('fairness_turns');
grant select, insert, update, delete on fairness_turns to {{app}};
grant select, insert, update on fairness_turns to {{group}};
create index fairness_turns_age on fairness_turns (tenant_id, updated_at);
create policy retention on fairness_turns for all to {{purge}} using (true);
grant select (tenant_id, queue, key, priority, updated_at), delete on fairness_turns to {{purge}};

create table task_dependencies (
  tenant_id uuid not null,
  task_id uuid not null,
  blocker_id uuid not null,
  -- The blocker was completed or canceled; maintenance of the queues has not seen it yet.
  is_resolved boolean not null default false,
  primary key (tenant_id, task_id, blocker_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade,
  check (task_id <> blocker_id)
);
select isolate_tenant('task_dependencies');
grant select, insert, update, delete on task_dependencies to {{app}};
create index task_dependencies_blocker on task_dependencies (tenant_id, blocker_id);
create index task_dependencies_resolved on task_dependencies (tenant_id, task_id) where is_resolved;

create table agents (
  tenant_id uuid not null,
  id uuid not null,
  -- The `delegate` of tasks.
  name text not null,
  description text not null,
  queues text[] not null,
  -- Runs at the same time; null for no limit.
  concurrency integer check (concurrency > 0),
  -- Budgets of one run and of one day; null for no limit.
  run_seconds integer,
  run_calls integer,
  run_effects integer,
  day_seconds integer,
  day_calls integer,
  day_effects integer,
  max_attempts integer not null check (max_attempts > 0),
  reads_external boolean not null,
  reads_beyond_claim boolean not null,
  writes_outward boolean not null,
  paused_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select isolate_tenant('agents'), admit_group('agents');
grant select, insert, update, delete on agents to {{app}};
create unique index agents_name on agents (tenant_id, name);
-- A claim locks the agent if its number of runs is limited.
grant select, update (version) on agents to {{group}};
create policy group_locks_only on agents as restrictive for update to {{group}} using (true) with check (false);
-- A token is looked up before there is a tenant, with the name of its agent.
create policy find_agent on agents for select to {{auth}} using (true);
grant select (tenant_id, id, name) on agents to {{auth}};

create table agent_tokens (
  tenant_id uuid not null,
  id uuid not null,
  agent_id uuid not null,
  digest bytea not null check (octet_length(digest) = 32),
  -- The last characters, to tell tokens apart.
  hint text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  constraint agent_tokens_digest_key unique (digest),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
);
select isolate_tenant('agent_tokens');
grant select, insert, update, delete on agent_tokens to {{app}};
create index agent_tokens_agent on agent_tokens (tenant_id, agent_id);
create policy find_token on agent_tokens for select to {{auth}} using (true);
grant select (tenant_id, id, agent_id, digest, expires_at, revoked_at) on agent_tokens to {{auth}};
-- What processes know about tokens becomes old with every change of one, and with the agent, whose tokens are deleted with
-- it. The last use is not a change: it is written for every token in use.
create trigger count_change
  after insert or delete or truncate or update of digest, expires_at, revoked_at on agent_tokens
  for each statement execute function count_access_change();

-- What an agent used per day, in UTC. Every run that ends adds to it, and runs of one agent that end at the same time would wait
-- for each other's commits in one row; so each connection has its own.
create table agent_usage (
  tenant_id uuid not null,
  agent_id uuid not null,
  day date not null,
  shard smallint not null default 0,
  working_ms bigint not null default 0,
  calls integer not null default 0,
  effects integer not null default 0,
  -- As declared by the agent.
  declared_tokens bigint not null default 0,
  declared_cost numeric not null default 0,
  primary key (tenant_id, agent_id, day, shard),
  foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
);
select isolate_tenant('agent_usage'), admit_group('agent_usage');
grant select, insert, update, delete on agent_usage to {{app}};
grant select on agent_usage to {{group}};
create index agent_usage_day on agent_usage (tenant_id, day);
create policy retention on agent_usage for all to {{purge}} using (true);
grant select (tenant_id, agent_id, day, shard), delete on agent_usage to {{purge}};

-- One attempt of an agent at a task. Heartbeats update this row only, and none of their columns is indexed; the free space of
-- a page keeps the new version of the row in it. No foreign key to the task: the history of a deleted task ends with its event.
create table runs (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  -- Its name, which does not change. No foreign key: the history outlives the agent.
  agent text not null,
  queue text not null,
  attempt integer not null,
  -- Failed attempts in a row before this one; with it, once it has failed. 0 after the last one that is allowed.
  failures integer not null default 0,
  -- From ready to claimed.
  waited_ms bigint not null,
  state text not null check (state in ('working', 'parked', 'completed', 'failed', 'released', 'expired', 'canceled')),
  -- Of the lease token. Never cleared, so that a late holder gets the reason instead of "not found".
  token_digest bytea not null,
  -- Null unless `working`.
  lease_until timestamptz,
  lease_seconds integer not null,
  -- The task has moved to `in_progress`.
  is_started boolean not null default false,
  cancel_requested_at timestamptz,
  -- Fields that changed in the source since the last heartbeat.
  source_changed text[],
  progress json,
  plan json,
  checkpoint json,
  handoff text,
  error text,
  -- What ended it, if not the agent.
  end_reason text,
  -- The delegate of the task before it was started.
  delegate_before text,
  calls integer not null default 0,
  effects integer not null default 0,
  declared_tokens bigint not null default 0,
  declared_cost numeric not null default 0,
  -- Working time before the current period of work, which began at `resumed_at`.
  working_ms bigint not null default 0,
  created_at timestamptz not null,
  resumed_at timestamptz not null,
  heartbeat_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
select isolate_tenant('runs'), admit_group('runs');
grant select, insert, update, delete on runs to {{app}};
grant select, insert on runs to {{group}};
create unique index runs_task on runs (tenant_id, task_id, attempt);
-- At most one live run per task, whatever the code does.
create unique index runs_live on runs (tenant_id, task_id) where ended_at is null;
create index runs_live_agent on runs (tenant_id, agent) where ended_at is null;
create index runs_agent on runs (tenant_id, agent, id);
create index runs_age on runs (tenant_id, ended_at) where ended_at is not null;

create table questions (
  tenant_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  task_id uuid not null,
  agent text not null,
  kind text not null check (kind in ('input', 'choice', 'confirmation')),
  prompt text not null,
  context text not null,
  answer_schema json,
  options json,
  state text not null check (state in ('open', 'answered', 'expired', 'withdrawn')),
  expires_at timestamptz,
  on_timeout json not null,
  answer json,
  note text,
  answered_by text,
  answered_at timestamptz,
  acknowledged_at timestamptz,
  -- Of the one-time link.
  link_digest bytea,
  link_expires_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
select isolate_tenant('questions');
grant select, insert, update, delete on questions to {{app}};
-- A run waits for one answer at a time.
create unique index questions_open on questions (tenant_id, run_id) where state = 'open';
-- Lists are filtered by state or read each state in turn.
create index questions_state on questions (tenant_id, state, id);
create index questions_agent on questions (tenant_id, agent, state, id);
create index questions_task on questions (tenant_id, task_id, id);
create unique index questions_link on questions (tenant_id, link_digest) where link_digest is not null;
create index questions_age on questions (tenant_id, ended_at) where ended_at is not null;

-- Maintenance of the queues looks for work of all tenants: expired leases, due tasks and unanswered questions.
create policy sweep on runs for select to {{feed}} using (true);
grant select (tenant_id, state, lease_until, is_started, created_at, cancel_requested_at, ended_at) on runs to {{feed}};
create policy sweep on tasks for select to {{feed}} using (true);
grant select (tenant_id, status, turn, ready_at) on tasks to {{feed}};
create policy sweep on task_dependencies for select to {{feed}} using (true);
grant select (tenant_id, is_resolved) on task_dependencies to {{feed}};
create policy sweep on questions for select to {{feed}} using (true);
grant select (tenant_id, state, expires_at) on questions to {{feed}};
create index questions_due on questions (expires_at, tenant_id) where state = 'open' and expires_at is not null;

create policy retention on runs for all to {{purge}} using (ended_at is not null);
grant select (tenant_id, id, ended_at), delete on runs to {{purge}};
create policy retention on questions for all to {{purge}} using (ended_at is not null);
grant select (tenant_id, id, ended_at), delete on questions to {{purge}};
