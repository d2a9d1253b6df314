-- Moves of tenants between cells: which tenants must not be written here, and rows that arrive by logical replication.
--
-- A row of tenant_fences rejects every write of its tenant, from the time of a move at which its last changes are copied. While
-- the mover works it also holds the advisory lock of the tenant, which each transaction that writes shares. So it waits for the
-- transactions at hand, and a later one fails at once. The lock is taken before the row is read: a transaction that gets the
-- lock sees the row, because a volatile function takes a new snapshot for each statement. Usually the table is empty.
--
-- Transaction IDs of another server would order the event log wrongly (decision 0031), so replicated events and deliveries get 1,
-- which every dispatcher has passed. These triggers fire for replicated rows only.
--
-- Locks: tenants for the new constraint, which is validated by the next migration; events and deliveries for the triggers. The
-- previous release ignores fences, so tenants are moved when all processes of a cell have this one.
--
-- Works with: 0037
-- Takes: ACCESS EXCLUSIVE on tenants, SHARE ROW EXCLUSIVE on deliveries, SHARE ROW EXCLUSIVE on events
-- Allows: several-locks: each is held for a moment and none is read or rewritten

create table tenant_fences (
  tenant_id uuid not null,
  -- The new cell of the tenant.
  cell text not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id)
);
select isolate_tenant('tenant_fences'), admit_group('tenant_fences');
grant select on tenant_fences to {{app}}, {{group}};
create policy find_fence on tenant_fences for select to {{auth}} using (true);
grant select (tenant_id, cell) on tenant_fences to {{auth}};

create function admit_write(tenant uuid) returns void
language plpgsql
set search_path = pg_catalog, pg_temp
-- The table is empty at most times. A plan that was made then would read all of it when many tenants have moved.
set enable_seqscan = off
as $$
begin
  if not pg_try_advisory_xact_lock_shared(7264095, uuid_hash(tenant))
    or exists (select from public.tenant_fences f where f.tenant_id = tenant)
  then
    raise exception 'the tenant is being moved' using errcode = 'TS001', detail = tenant::text;
  end if;
end
$$;
revoke all on function admit_write(uuid) from public;
grant execute on function admit_write(uuid) to {{app}}, {{group}};

alter table tenants drop constraint tenants_status_check,
  add constraint tenants_status_known check (status in ('active', 'suspended', 'deleting', 'moving', 'moved')) not valid;

create function pass_replicated_event() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.xid := '1';
  return new;
end
$$;
revoke all on function pass_replicated_event() from public;

create function pass_replicated_delivery() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  new.event_xid := '1';
  return new;
end
$$;
revoke all on function pass_replicated_delivery() from public;

create trigger pass_replicated before insert on events for each row execute function pass_replicated_event();
alter table events enable replica trigger pass_replicated;
create trigger pass_replicated before insert or update on deliveries for each row execute function pass_replicated_delivery();
alter table deliveries enable replica trigger pass_replicated;
