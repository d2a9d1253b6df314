-- The rooms every tenant's data lives in. One paragraph per idea:
--
-- Roles. {{app}} is what requests run as: it owns nothing and sees one tenant at a time. {{auth}} finds the tenant
-- of a key before there is a tenant. {{feed}} reads the event log of all tenants for the dispatcher. {{search}} owns
-- the one function that may look past row security, and that function returns ids only. {{purge}} owns the one that
-- empties the append-only tables of a tenant that is being deleted. {{group}} writes new tasks of several tenants in
-- one transaction, and only of the tenants that transaction names. The names in double braces
-- are filled in by `migrate`, so that two installations can share one PostgreSQL server.
--
-- tenant_id leads every primary key, index, unique and foreign key. There is no foreign key to tenants: it would
-- take a row lock on the tenant for every insert, and row security already refuses any other tenant_id.
--
-- Locks: everything here is created empty, so nothing waits.

create extension if not exists btree_gin;

-- Row security for one table, applied the same way everywhere; the catalogue linter refuses a tenant table without it.
-- current_setting without a default raises an error when no tenant is set: missing context is never "all tenants".
create function isolate_tenant(target regclass) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s as permissive for all to {{app}} '
    'using (tenant_id = (select current_setting(''app.tenant_id''))::uuid) '
    'with check (tenant_id = (select current_setting(''app.tenant_id''))::uuid)', target);
end
$$;
revoke all on function isolate_tenant(regclass) from public;

-- The same for group commit: creates of several tenants that arrive together commit together. The transaction names
-- the tenants it writes for, and row security lets it see and write no others. The cast stands inside the sub-select,
-- where it is done once; outside, the whole list was read again for every row.
create function admit_group(target regclass) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  execute format(
    'create policy group_isolation on %s as permissive for all to {{group}} '
    'using (tenant_id = any ((select current_setting(''app.tenant_ids'')::uuid[])::uuid[])) '
    'with check (tenant_id = any ((select current_setting(''app.tenant_ids'')::uuid[])::uuid[]))', target);
end
$$;
revoke all on function admit_group(regclass) from public;

-- What this installation is: one row, made here, read by every process.
create table instance (
  only_row boolean primary key default true check (only_row),
  id uuid not null default gen_random_uuid(),
  -- Keys the digests of API keys and the signatures of cursors. Not derived from the master key: losing or
  -- rotating that one must not lock clients out.
  pepper bytea not null default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
  created_at timestamptz not null default now()
);
insert into instance default values;
grant select on instance to {{auth}};

create table tenants (
  tenant_id uuid primary key,
  slug text not null check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended', 'deleting')),
  created_at timestamptz not null default now(),
  constraint tenants_slug_key unique (slug)
);
-- Local development and single-tenant installations live in this one; inserted before row security closes the table.
insert into tenants (tenant_id, slug, name) values (gen_random_uuid(), 'default', 'Default');
select isolate_tenant('tenants');
create policy find_tenant on tenants for select to {{auth}} using (true);
grant select, insert, update, delete on tenants to {{app}};
grant select on tenants to {{auth}};

create table api_keys (
  tenant_id uuid not null,
  id uuid not null,
  digest bytea not null check (octet_length(digest) = 32),
  hint text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  constraint api_keys_digest_key unique (digest),
  foreign key (tenant_id) references tenants (tenant_id) on delete cascade
);
select isolate_tenant('api_keys');
create policy find_key on api_keys for select to {{auth}} using (true);
grant select, insert, update, delete on api_keys to {{app}};
grant select on api_keys to {{auth}};

create table task_counters (
  tenant_id uuid primary key,
  last_number bigint not null
);
select isolate_tenant('task_counters');
grant select, insert, update, delete on task_counters to {{app}};

-- A task is stored as the JSON its readers get (doc), written once when it changes and passed through untouched when
-- it is read. Beside it stand, as columns, the fields that lists filter and sort by and that keep it unique; the
-- service writes both from the same value in the same statement.
-- status, priority and the like are text or numbers with a check, not enums: equality on an enum is not leakproof, so
-- it cannot reach an index under row security. priority is stored as its rank, so that it sorts.
-- doc is json, not jsonb: it comes back exactly as it was written.
create table tasks (
  tenant_id uuid not null,
  id uuid not null,
  number bigint not null,
  version integer not null default 1,
  status text not null check (status in
    ('triage', 'ready', 'in_progress', 'input_required', 'in_review', 'completed', 'failed', 'canceled')),
  priority smallint not null check (priority between 1 and 4),
  queue text not null,
  assignee text,
  delegate text,
  parent_id uuid,
  due_at timestamptz,
  not_before timestamptz,
  source text,
  external_id text,
  updated_at timestamptz not null,
  search tsvector not null,
  doc json not null,
  primary key (tenant_id, id),
  check ((source is null) = (external_id is null)),
  foreign key (tenant_id, parent_id) references tasks (tenant_id, id)
);
select isolate_tenant('tasks');
grant select, insert, update, delete on tasks to {{app}};

-- The words a task is found by: the title counts more than the description. Very long texts are cut, because a
-- tsvector has a limit of its own.
create function task_words(title text, description text) returns tsvector
language sql immutable parallel safe
return setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', left(description, 50000)), 'B');
revoke all on function task_words(text, text) from public;
grant execute on function task_words(text, text) to {{app}}, {{group}};

create unique index tasks_number on tasks (tenant_id, number);
create unique index tasks_reference on tasks (tenant_id, source, external_id) where source is not null;
-- One index for each filter and each sort of the list; id last, because it breaks ties and continues pages.
create index tasks_status on tasks (tenant_id, status, id);
create index tasks_queue on tasks (tenant_id, queue, status, id);
create index tasks_updated on tasks (tenant_id, updated_at, id);
create index tasks_priority on tasks (tenant_id, priority, id);
-- case and not coalesce: PostgreSQL counts coalesce among what may leak, so it cannot bound an index under row security.
create index tasks_due on tasks (tenant_id, (case when due_at is null then 'infinity'::timestamptz else due_at end), id);
create index tasks_assignee on tasks (tenant_id, assignee, id) where assignee is not null;
create index tasks_delegate on tasks (tenant_id, delegate, id) where delegate is not null;
create index tasks_parent on tasks (tenant_id, parent_id, id) where parent_id is not null;
create index tasks_search on tasks using gin (tenant_id, search);

-- Labels again as rows: an array operator cannot reach an index under row security, equality can.
create table task_labels (
  tenant_id uuid not null,
  label text not null,
  task_id uuid not null,
  primary key (tenant_id, label, task_id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade
);
select isolate_tenant('task_labels');
grant select, insert, delete on task_labels to {{app}};
create index task_labels_task on task_labels (tenant_id, task_id);

create table comments (
  tenant_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  author text not null,
  body text not null check (char_length(body) between 1 and 20000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, task_id) references tasks (tenant_id, id) on delete cascade
);
select isolate_tenant('comments');
grant select, insert, update, delete on comments to {{app}};
create index comments_task on comments (tenant_id, task_id, id);

-- The event log: append-only, ordered by (transaction, id), read only below the oldest running transaction, so that a
-- reader never misses a late commit. Partitioned by time because retention drops whole partitions.
create table events (
  tenant_id uuid not null,
  xid xid8 not null default pg_current_xact_id(),
  id uuid not null,
  type text not null,
  subject_id uuid not null,
  actor text not null,
  data json not null,
  previous json not null,
  changed text[] not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, xid, id, occurred_at)
) partition by range (occurred_at);
select isolate_tenant('events');
create policy read_feed on events for select to {{feed}} using (true);
grant select, insert on events to {{app}};
grant select on events to {{feed}};

-- Who did what: append-only for everyone who serves requests. A task's activity is its rows here.
create table audit_entries (
  tenant_id uuid not null,
  id uuid not null,
  action text not null,
  subject_id uuid not null,
  actor text not null,
  request_id text not null,
  changes json not null,
  at timestamptz not null,
  primary key (tenant_id, subject_id, id, at)
) partition by range (at);
select isolate_tenant('audit_entries');
grant select, insert on audit_entries to {{app}};

-- Answers kept for Idempotency-Key, written in the transaction of the work they answer.
create table idempotency_keys (
  tenant_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status smallint not null,
  headers json not null,
  body text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, key)
);
select isolate_tenant('idempotency_keys');
grant select, insert, update, delete on idempotency_keys to {{app}};
-- Partial, though every row is in it: so only the clean-up, which repeats the condition, can use it. Group commit looks
-- keys up for several tenants, where the planner would otherwise take it for as good as the primary key.
create index idempotency_keys_expiry on idempotency_keys (tenant_id, expires_at) where expires_at > '-infinity';

select admit_group('task_counters'), admit_group('tasks'), admit_group('task_labels'), admit_group('events'),
  admit_group('audit_entries'), admit_group('idempotency_keys');
grant select, insert, update on task_counters to {{group}};
grant select, insert on tasks, task_labels, idempotency_keys to {{group}};
grant insert on events, audit_entries to {{group}};

-- Weekly partitions, made ahead of time by `migrate` and by the worker; the default one catches what no one foresaw.
create function ensure_partitions(parent regclass, weeks_ahead integer) returns integer
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $$
declare
  first_week date := date_trunc('week', now() at time zone 'utc')::date;
  week date;
  child text;
  made integer := 0;
begin
  for i in 0..weeks_ahead loop
    week := first_week + i * 7;
    child := format('%s_%s', parent, to_char(week, 'YYYYMMDD'));
    if to_regclass(child) is null then
      begin
        execute format('create table %I partition of %s for values from (%L) to (%L)',
          child, parent, week || ' 00:00:00+00', (week + 7) || ' 00:00:00+00');
        perform isolate_tenant(child::regclass);
        made := made + 1;
      exception when check_violation then
        -- The default partition already has rows of this week; they stay there and the next weeks are made.
        null;
      end;
    end if;
  end loop;
  return made;
end
$$;
revoke all on function ensure_partitions(regclass, integer) from public;

create table events_default partition of events default;
select isolate_tenant('events_default');
create table audit_entries_default partition of audit_entries default;
select isolate_tenant('audit_entries_default');
select ensure_partitions('events', 8), ensure_partitions('audit_entries', 8);

-- Deleting a tenant takes its history with it. No one who serves requests may delete from the append-only tables, so
-- this function does, as a role that sees only tenants already marked as going. The owner calls it in steps.
create policy find_deleting on tenants for select to {{purge}} using (status = 'deleting');
grant select (tenant_id, status) on tenants to {{purge}};
create policy purge_deleting on events for all to {{purge}}
  using (tenant_id in (select t.tenant_id from tenants t where t.status = 'deleting'));
create policy purge_deleting on audit_entries for all to {{purge}}
  using (tenant_id in (select t.tenant_id from tenants t where t.status = 'deleting'));
grant select, delete on events, audit_entries to {{purge}};
create function purge_history(deleting uuid, step_size integer) returns integer
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
declare
  gone integer;
begin
  delete from public.events where (tenant_id, xid, id) in (
    select e.tenant_id, e.xid, e.id from public.events e where e.tenant_id = deleting limit step_size);
  get diagnostics gone = row_count;
  if gone > 0 then
    return gone;
  end if;
  delete from public.audit_entries where (tenant_id, subject_id, id) in (
    select a.tenant_id, a.subject_id, a.id from public.audit_entries a where a.tenant_id = deleting limit step_size);
  get diagnostics gone = row_count;
  return gone;
end
$$;
grant create on schema public to {{purge}};
alter function purge_history(uuid, integer) owner to {{purge}};
revoke create on schema public from {{purge}};
revoke all on function purge_history(uuid, integer) from public;
grant execute on function purge_history(uuid, integer) to current_user;

-- Full-text search. Text operators are not leakproof, so under row security they never reach an index; this function
-- runs as {{search}}, which may see all rows, and gives back ids of the current tenant and nothing else. The rows are
-- then read under row security, so even a mistake here would show nothing foreign.
create policy find_words on tasks for select to {{search}} using (true);
grant select (tenant_id, id, search) on tasks to {{search}};
create function search_task_ids(words text) returns setof uuid
language sql stable security definer
set search_path = pg_catalog, public, pg_temp
as $$
  select t.id
  from public.tasks t
  where t.tenant_id = (select current_setting('app.tenant_id'))::uuid
    and t.search @@ websearch_to_tsquery('simple', words)
$$;
grant create on schema public to {{search}};
alter function search_task_ids(text) owner to {{search}};
revoke create on schema public from {{search}};
revoke all on function search_task_ids(text) from public;
grant execute on function search_task_ids(text) to {{app}};
