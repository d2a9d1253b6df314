-- Connectors: programs beside somebody's database that reach out to us. What they may be asked for stands in a file over
-- there; what is kept here are names, keys, jobs and results.
--
-- Locks: everything here is created empty. The previous release does not know these tables and works on beside them.

create table connectors (
  tenant_id uuid not null,
  id uuid not null,
  name text not null,
  -- Public halves only; the private one never leaves the connector.
  public_key bytea,
  key_made_at timestamptz,
  key_expires_at timestamptz,
  rotate_asked_at timestamptz,
  -- Of the token that enrols it: a hash, until it is used or too late.
  enrolment_hash bytea,
  enrolment_expires_at timestamptz,
  enrolled_at timestamptz,
  -- When the challenge was made that opened the last session; that one and all before it are worth nothing any more.
  challenged_at timestamptz,
  -- What the next session has to show; and what the last one showed, which is right until the session it opened is used.
  ratchet_hash bytea,
  previous_ratchet_hash bytea,
  -- One session at a time. Each lane counts its frames: one that was there before is never taken again.
  session_id uuid,
  session_expires_at timestamptz,
  poll_sequence bigint not null default 0,
  send_sequence bigint not null default 0,
  paused boolean not null default false,
  revoked_at timestamptz,
  frozen_at timestamptz,
  frozen_reason text,
  facts json,
  databases json not null default '[]',
  statements json not null default '[]',
  policy_digest text,
  announced_at timestamptz,
  last_seen_at timestamptz,
  waiting_results integer not null default 0,
  lag_ms integer not null default 0,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
select isolate_tenant('connectors');
grant select, insert, update, delete on connectors to {{app}};
create unique index connectors_name on connectors (tenant_id, name);
create unique index connectors_enrolment on connectors (tenant_id, enrolment_hash) where enrolment_hash is not null;
-- Every frame names its session and nothing else.
create unique index connectors_session on connectors (tenant_id, session_id) where session_id is not null;

create table edge_jobs (
  tenant_id uuid not null,
  id uuid not null,
  connector_id uuid not null,
  -- Who asked, where that was an integration; and the name under which the same wish is the same job.
  integration_id uuid,
  request_key text,
  database text not null,
  statement text,
  -- Ad-hoc SQL that somebody typed here; named statements have their text over there only.
  sql text,
  params json not null,
  state text not null
    check (state in ('waiting', 'running', 'done', 'refused', 'failed', 'expired', 'unknown', 'canceled')),
  attempts integer not null default 0,
  -- Handed out again after this time if nothing was heard of it.
  lease_until timestamptz,
  problem json,
  columns json,
  row_count integer,
  changed_count integer,
  byte_count integer,
  truncated boolean not null default false,
  late boolean not null default false,
  duration_ms integer,
  -- A result that fits one frame; longer ones are in their chunks.
  rows json,
  chunk_count integer not null default 0,
  result_sha256 text,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  check ((statement is null) <> (sql is null)),
  foreign key (tenant_id, connector_id) references connectors (tenant_id, id) on delete cascade
);
select isolate_tenant('edge_jobs');
grant select, insert, update, delete on edge_jobs to {{app}};
create index edge_jobs_of_connector on edge_jobs (tenant_id, connector_id, id);
create index edge_jobs_state on edge_jobs (tenant_id, connector_id, state, id);
-- What a poll looks for, among all those that ended long ago.
create index edge_jobs_open on edge_jobs (tenant_id, connector_id, id) where state in ('waiting', 'running');
create index edge_jobs_ended on edge_jobs (tenant_id, connector_id, ended_at) where ended_at is not null;
create index edge_jobs_age on edge_jobs (tenant_id, created_at);
create unique index edge_jobs_request on edge_jobs (tenant_id, connector_id, request_key) where request_key is not null;

create table edge_job_chunks (
  tenant_id uuid not null,
  job_id uuid not null,
  number integer not null,
  body text not null,
  primary key (tenant_id, job_id, number),
  foreign key (tenant_id, job_id) references edge_jobs (tenant_id, id) on delete cascade
);
select isolate_tenant('edge_job_chunks');
grant select, insert, update, delete on edge_job_chunks to {{app}};
