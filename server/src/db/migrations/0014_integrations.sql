-- Connections to trackers and CRMs: what is connected, what is linked with what, what was read and written.
--
-- An integration's work is done by one holder of its lease at a time; every transaction of that holder names the lease's
-- token, so that one who was taken for dead cannot write any more. What there is to do is told by signals: rows that are
-- only inserted, so that no one who tells waits for somebody who works. {{feed}} tells about changes of linked tasks in
-- the transaction in which it reads them from the log, and finds integrations that have something to do. It sees neither
-- configurations nor secrets.
--
-- Locks: everything here is created empty. The previous release does not know these tables and works on beside them.

create table integrations (
  tenant_id uuid not null,
  id uuid not null,
  provider text not null,
  name text not null,
  config json not null default '{}',
  -- Where its requests and secrets may go, as `host` or `host:port`; what the integration named for this configuration.
  hosts text[] not null,
  -- Directions, policies and values by field.
  mapping json not null default '{}',
  paused boolean not null default false,
  -- Tasks made here that are to be made there as well: those of this queue, of all when '*', none when null.
  outgoing_queue text,
  -- What stands in the way until somebody does something about it.
  problem text check (problem in ('auth_failed', 'forbidden', 'not_found', 'needs_reentry', 'provider_missing')),
  problem_detail json,
  problem_since timestamptz,
  -- Who we are over there, what serves there, when that was last seen to work.
  self json,
  server json,
  checked_at timestamptz,
  -- Where the next pull begins; null: from the beginning.
  cursor json,
  poll_seconds integer not null check (poll_seconds between 5 and 86400),
  next_pull_at timestamptz,
  next_sweep_at timestamptz,
  -- Failures in a row; how long to wait grows with them.
  failures integer not null default 0,
  -- The earliest time at which there is something to do besides signals; null while it rests.
  due_at timestamptz,
  -- Nothing before then, whatever the signals say: the other side does not answer, or asked us to wait.
  rest_until timestamptz,
  lease_token uuid,
  lease_until timestamptz,
  -- At the vendor, of a webhook that we registered.
  webhook json,
  webhook_renew_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select isolate_tenant('integrations');
grant select, insert, update, delete on integrations to {{app}};
create policy find_work on integrations for all to {{feed}} using (true) with check (true);
grant select (tenant_id, id, paused, outgoing_queue, problem, due_at, rest_until, lease_token, lease_until)
  on integrations to {{feed}};
grant update (lease_token, lease_until) on integrations to {{feed}};
create index integrations_name on integrations (tenant_id, name, id);
-- Across tenants: which have something to do now.
create index integrations_due on integrations (due_at) where due_at is not null;

-- Write-only: sealed when entered, bound to the hosts it was entered for, opened inside the request it is for.
create table integration_secrets (
  tenant_id uuid not null,
  integration_id uuid not null,
  name text not null,
  value sealed_secret not null,
  -- Part of what it is sealed with; here so that it can be opened.
  hosts text[] not null,
  entered_by text not null,
  entered_at timestamptz not null,
  primary key (tenant_id, integration_id, name),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
select isolate_tenant('integration_secrets');
grant select, insert, update, delete on integration_secrets to {{app}};

-- A task here and an item there that are the same work.
create table links (
  tenant_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  task_id uuid not null,
  -- Null until the item is made there.
  external_id text,
  -- Some servers give the id of a deleted item to the next one.
  external_made_at timestamptz,
  external_key text,
  url text,
  -- Of the item when it was last read.
  external_version text,
  external_updated_at timestamptz,
  -- What both sides last agreed on, by field: { remote, local }.
  shadow json not null default '{}',
  -- The text as it is stored there, and records that explain the task.
  raw_description text,
  context json,
  -- 'planned': to be made there. 'frozen': it went back and forth; somebody has to look. 'gone': one side was deleted.
  state text not null check (state in ('planned', 'active', 'frozen', 'gone')),
  state_reason text,
  tries integer not null default 0,
  retry_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (state <> 'active' or external_id is not null),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
select isolate_tenant('links');
grant select, insert, update, delete on links to {{app}};
create policy find_links on links for select to {{feed}} using (true);
grant select (tenant_id, id, integration_id, task_id, state) on links to {{feed}};
create unique index links_external on links (tenant_id, integration_id, external_id)
  where external_id is not null and state <> 'gone';
create unique index links_task on links (tenant_id, task_id, integration_id) where state <> 'gone';
create index links_of_integration on links (tenant_id, integration_id, id);
create index links_state on links (tenant_id, integration_id, state, id) where state <> 'active';
create index links_retry on links (tenant_id, integration_id, retry_at) where retry_at is not null;

-- Something may have to be done. Only ever inserted, and deleted by whoever saw to it.
create table sync_signals (
  tenant_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  -- 'task': a linked task changed. 'new': a task to be made there. 'hint': an item may have changed there.
  -- 'pull': somebody asked for one.
  kind text not null check (kind in ('task', 'new', 'hint', 'pull')),
  -- The task, or null.
  task_id uuid,
  -- The item, or what was asked for.
  detail json,
  made_at timestamptz not null default now(),
  primary key (tenant_id, integration_id, id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
select isolate_tenant('sync_signals');
grant select, insert, delete on sync_signals to {{app}};
create policy tell on sync_signals for all to {{feed}} using (true) with check (true);
grant insert on sync_signals to {{feed}};
grant select (tenant_id, id, integration_id) on sync_signals to {{feed}};

-- What happened to a link, in order: who changed what, why, and which version came of it.
create table link_history (
  tenant_id uuid not null,
  link_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  -- 'in': taken over from there. 'out': written there. 'echo': our own change came back. 'note': anything else.
  direction text not null check (direction in ('in', 'out', 'echo', 'note')),
  cause text not null,
  actor text,
  fields text[] not null default '{}',
  external_version text,
  task_version integer,
  detail json,
  primary key (tenant_id, link_id, id),
  foreign key (tenant_id, link_id) references links (tenant_id, id) on delete cascade
);
select isolate_tenant('link_history');
grant select, insert, delete on link_history to {{app}};
create index link_history_age on link_history (tenant_id, at);

-- Both sides changed the same field. Those that a policy decided are kept too: the losing value is here.
create table sync_conflicts (
  tenant_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  link_id uuid not null,
  task_id uuid not null,
  field text not null,
  base json,
  service_value json,
  remote_value json,
  policy text not null,
  state text not null check (state in ('open', 'resolved')),
  resolution text check (resolution in ('service', 'remote')),
  resolved_by text,
  resolved_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  check ((state = 'open') = (resolution is null)),
  foreign key (tenant_id, link_id) references links (tenant_id, id) on delete cascade
);
select isolate_tenant('sync_conflicts');
grant select, insert, update, delete on sync_conflicts to {{app}};
create index sync_conflicts_state on sync_conflicts (tenant_id, integration_id, state, id);
create index sync_conflicts_task on sync_conflicts (tenant_id, task_id, id);
create unique index sync_conflicts_open on sync_conflicts (tenant_id, link_id, field) where state = 'open';

create table sync_runs (
  tenant_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  kind text not null check (kind in ('pull', 'full')),
  cause text not null check (cause in ('first', 'schedule', 'manual', 'sweep', 'retry')),
  state text not null check (state in ('running', 'succeeded', 'failed', 'canceled')),
  started_at timestamptz not null,
  -- The last sign of life; without one a running run is shown as stalled.
  heartbeat_at timestamptz not null,
  ended_at timestamptz,
  -- Items that were read, and what became of them.
  read_count integer not null default 0,
  created_count integer not null default 0,
  changed_count integer not null default 0,
  removed_count integer not null default 0,
  failed_count integer not null default 0,
  total_count integer,
  cancel_asked_at timestamptz,
  error json,
  log json not null default '[]',
  primary key (tenant_id, id),
  check ((state = 'running') = (ended_at is null)),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
select isolate_tenant('sync_runs');
grant select, insert, update, delete on sync_runs to {{app}};
create index sync_runs_of_integration on sync_runs (tenant_id, integration_id, id);
create unique index sync_runs_running on sync_runs (tenant_id, integration_id) where state = 'running';

-- Items that could not be taken over; the pull goes on without them.
create table sync_failures (
  tenant_id uuid not null,
  integration_id uuid not null,
  external_id text not null,
  title text,
  url text,
  error json not null,
  tries integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, integration_id, external_id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
select isolate_tenant('sync_failures');
grant select, insert, update, delete on sync_failures to {{app}};

-- A change on its way there. Noted before it is sent, confirmed after it was read back.
create table write_backs (
  tenant_id uuid not null,
  id uuid not null,
  integration_id uuid not null,
  link_id uuid not null,
  task_id uuid not null,
  kind text not null check (kind in ('create', 'update', 'comment')),
  -- What is wanted there, in the words of the other side; and in ours.
  wanted json not null,
  local json not null default '{}',
  comment_id uuid,
  task_version integer not null,
  state text not null check (state in ('planned', 'sent', 'confirmed', 'conflict', 'failed', 'superseded')),
  tries integer not null default 0,
  next_try_at timestamptz,
  skipped json not null default '[]',
  error json,
  planned_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, link_id) references links (tenant_id, id) on delete cascade
);
select isolate_tenant('write_backs');
grant select, insert, update, delete on write_backs to {{app}};
create index write_backs_of_integration on write_backs (tenant_id, integration_id, id);
create index write_backs_open on write_backs (tenant_id, link_id, id) where state in ('planned', 'sent');
create index write_backs_state on write_backs (tenant_id, integration_id, state, id) where state <> 'confirmed';
create index write_backs_task on write_backs (tenant_id, task_id, id);

-- A comment here and a comment there that are the same.
create table linked_comments (
  tenant_id uuid not null,
  link_id uuid not null,
  external_id text not null,
  comment_id uuid not null,
  direction text not null check (direction in ('in', 'out')),
  -- Of the body both sides last agreed on.
  body_hash bytea not null,
  primary key (tenant_id, link_id, external_id),
  foreign key (tenant_id, link_id) references links (tenant_id, id) on delete cascade
);
select isolate_tenant('linked_comments');
grant select, insert, update, delete on linked_comments to {{app}};
create unique index linked_comments_comment on linked_comments (tenant_id, link_id, comment_id);

-- Messages from vendors. A repeated one is known by its id; bodies are not kept.
create table inbound_messages (
  tenant_id uuid not null,
  integration_id uuid not null,
  id uuid not null,
  delivery_id text,
  received_at timestamptz not null,
  outcome text not null check (outcome in ('accepted', 'duplicate', 'refused')),
  reason text,
  hint_count integer not null default 0,
  body_bytes integer not null,
  primary key (tenant_id, integration_id, id),
  foreign key (tenant_id, integration_id) references integrations (tenant_id, id) on delete cascade
);
select isolate_tenant('inbound_messages');
grant select, insert, delete on inbound_messages to {{app}};
create unique index inbound_messages_delivery on inbound_messages (tenant_id, integration_id, delivery_id)
  where outcome = 'accepted' and delivery_id is not null;
create index inbound_messages_age on inbound_messages (tenant_id, received_at);
