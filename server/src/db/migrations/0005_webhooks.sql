-- Events leave the house: who wants them, what was sent, and how far the dispatcher has read.
--
-- The dispatcher ({{feed}}) follows the event log of all tenants. In one transaction it notes a delivery for every
-- webhook that wants an event, puts a job for it into the queue and moves its cursor, so that nothing is lost and nothing
-- is sent off twice. It sees which webhooks want what, and neither their addresses nor their secrets.
--
-- Locks: everything here but one index is created empty. The index on the event log keeps writers waiting while it is
-- built, about a second for a million events.

-- The order in which the log is read across tenants.
create index events_log on events (xid, id);

create table webhooks (
  tenant_id uuid not null,
  id uuid not null,
  url text not null,
  description text not null default '',
  -- Empty: events of all types.
  event_types text[] not null default '{}',
  -- What an event's fields must be: an object of lists, by path.
  filter json not null default '{}',
  -- 'none', or 'task': events of one task arrive one after the other.
  ordering text not null default 'none' check (ordering in ('none', 'task')),
  enabled boolean not null default true,
  -- Why it is off: by hand, the receiver said 410, or it failed for days.
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  secret sealed_secret not null,
  previous_secret sealed_secret,
  previous_secret_until timestamptz,
  -- Custom headers as one JSON object, sealed because people put tokens there; their names are not secret.
  headers sealed_secret,
  header_names text[] not null default '{}',
  -- Since when every attempt has failed, and when its owner was told that it will be disabled.
  failing_since timestamptz,
  warned_at timestamptz,
  version integer not null default 1,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check (enabled = (disabled_reason is null)),
  check ((previous_secret is null) = (previous_secret_until is null))
);
select isolate_tenant('webhooks');
grant select, insert, update, delete on webhooks to {{app}};
create policy match_events on webhooks for select to {{feed}} using (true);
grant select (tenant_id, id, event_types, filter, ordering, enabled) on webhooks to {{feed}};

-- One event on its way to one webhook. The row tells of the latest attempt; earlier ones, which all failed, are in
-- delivery_attempts. Partitioned like the log it follows.
create table deliveries (
  tenant_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_xid xid8 not null,
  event_id uuid not null,
  event_type text not null,
  event_at timestamptz not null,
  subject_id uuid not null,
  -- 'waiting': an earlier event of the same task is not done. 'pending': a job exists, or is asked for by queued_at.
  status text not null check (status in ('waiting', 'pending', 'delivered', 'failed', 'canceled')),
  -- Null asks the dispatcher for a job.
  queued_at timestamptz,
  attempts integer not null default 0,
  -- Attempts of this round; a job knows which one it is.
  tries integer not null default 0,
  -- Counts how often it was sent again by hand; a schedule begins anew with each.
  round integer not null default 0,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  duration_ms integer,
  status_code smallint,
  -- What went wrong, as a stable word; null when it went well or was not tried.
  error text,
  response text,
  created_at timestamptz not null,
  primary key (tenant_id, id, created_at)
) partition by range (created_at);
select isolate_tenant('deliveries');
grant select, insert, update, delete on deliveries to {{app}};
create policy note_deliveries on deliveries for all to {{feed}} using (true) with check (true);
grant insert on deliveries to {{feed}};
grant select (tenant_id, id, webhook_id, tries, round, status, queued_at, subject_id, created_at) on deliveries to {{feed}};
grant update (queued_at) on deliveries to {{feed}};
create index deliveries_webhook on deliveries (tenant_id, webhook_id, id);
create index deliveries_status on deliveries (tenant_id, webhook_id, status, id) where status <> 'delivered';
-- Events of one task that wait for each other.
create index deliveries_order on deliveries (tenant_id, webhook_id, subject_id, id) where status in ('waiting', 'pending');
create index deliveries_unqueued on deliveries (tenant_id, id) where queued_at is null and status = 'pending';

create table delivery_attempts (
  tenant_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz not null,
  duration_ms integer not null,
  status_code smallint,
  error text not null,
  response text,
  primary key (tenant_id, delivery_id, number, at)
) partition by range (at);
select isolate_tenant('delivery_attempts');
grant select, insert, delete on delivery_attempts to {{app}};

create table deliveries_default partition of deliveries default;
select isolate_tenant('deliveries_default');
create table delivery_attempts_default partition of delivery_attempts default;
select isolate_tenant('delivery_attempts_default');
select ensure_partitions('deliveries', 8), ensure_partitions('delivery_attempts', 8);

-- How far the log has been read. One row; whoever holds its lock is the dispatcher.
create table dispatch_cursor (
  only_row boolean primary key default true check (only_row),
  xid xid8 not null,
  id uuid not null
);
-- Before the first webhook there is no one to send old events to.
insert into dispatch_cursor (xid, id) values (pg_current_xact_id(), 'ffffffff-ffff-ffff-ffff-ffffffffffff');
grant select, update on dispatch_cursor to {{feed}};
-- Whoever looks for events that were never sent must not take those for missing that are still to be read.
grant select (xid, id) on dispatch_cursor to {{app}};
