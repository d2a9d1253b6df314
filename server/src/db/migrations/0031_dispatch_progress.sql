-- How far the dispatcher has got, as snapshots instead of a place in the log. Before, it read only below the oldest open
-- transaction of the server, so a long transaction delayed the webhooks of all tenants. What is visible in `done` has been
-- dispatched or set aside; `target` is the snapshot that is being worked through, up to the place (xid, id).
--
-- Events that were set aside move from dispatch_backlog to dispatch_ranges. Later windows may contain lower transaction
-- numbers, so ranges have an order of their own.
--
-- Locks: both old tables exclusively, for as long as it takes to move their rows: it waits for the round of a dispatcher that
-- is under way. Upgrade: a dispatcher of the previous release would send events a second time. It finds the old tables empty
-- and does nothing, without errors; its retries and requested deliveries continue. Recovery of missed events through a
-- process of the previous release finds nothing. Until a worker of this release runs, new events wait. Downgrade: events wait
-- until this release runs again. The old tables can be dropped when no process of the previous release is left.

lock table dispatch_cursor, dispatch_backlog in access exclusive mode;

create table dispatch_progress (
  only_row boolean primary key default true check (only_row),
  done pg_snapshot not null,
  -- Null between two windows.
  target pg_snapshot,
  xid xid8 not null,
  id uuid not null
);
-- Everything up to the cursor was below the oldest open transaction. Its own transaction may have been read in part: it is the
-- window that is being worked through. A snapshot begins at 1.
insert into dispatch_progress (done, target, xid, id)
select format('%s:%s:', first, first)::pg_snapshot, format('%s:%s:', first + 1, first + 1)::pg_snapshot, xid, id
from (select greatest(1, xid::text::numeric) as first, xid, id from dispatch_cursor) as c;
delete from dispatch_cursor;
grant select, update on dispatch_progress to {{feed}};
-- What is not dispatched yet is not missing.
grant select (done, target, xid, id) on dispatch_progress to {{app}};

-- A row says that the events of the tenant behind (xid, id) and up to (until_xid, until_id) are still to be dispatched. All
-- transactions in between had ended when it was written, and nothing in between was dispatched before.
--
-- Ranges are only added by the process that reads the log, and shortened or deleted by the one that works them off, so that
-- neither waits for the other. Like events, they refer to no tenant.
create table dispatch_ranges (
  tenant_id uuid not null,
  -- The order in which they are worked off.
  number bigint not null generated always as identity,
  xid xid8 not null,
  id uuid not null,
  until_xid xid8 not null,
  until_id uuid not null,
  -- How many there were, so that a slice reads no more ranges than it needs.
  event_count integer not null,
  primary key (tenant_id, number)
);
-- Forced row security hides them from the owner. A batch of the previous release had up to 1,000 events.
alter table dispatch_backlog no force row level security;
insert into dispatch_ranges (tenant_id, xid, id, until_xid, until_id, event_count)
select tenant_id, xid, id, until_xid, until_id, 1000 from dispatch_backlog order by tenant_id, until_xid, until_id;
delete from dispatch_backlog;
alter table dispatch_backlog force row level security;
select isolate_tenant('dispatch_ranges');
-- Recovery of missed events has to know them, and they are deleted with their tenant.
grant select, delete on dispatch_ranges to {{app}};
create policy dispatch on dispatch_ranges for all to {{feed}} using (true) with check (true);
grant select, insert, update, delete on dispatch_ranges to {{feed}};
