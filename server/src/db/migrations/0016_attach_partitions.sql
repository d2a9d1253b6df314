-- Weekly partitions without ACCESS EXCLUSIVE on their parent. `create table … partition of` takes that lock, and waiting
-- for it beside a `pg_dump` holds up every write behind it. A table that is made on its own and then attached takes SHARE
-- UPDATE EXCLUSIVE on the parent, which writes do not notice, and ACCESS EXCLUSIVE only on the default partition. That
-- one stays: it catches rows when no one has made partitions for weeks.
--
-- Locks: this file replaces functions only. ensure_partitions keeps its name and arguments for workers of the previous
-- release, which make partitions the new way from here on.

create function add_partition(parent regclass, week date) returns boolean
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $$
declare
  child text := format('%s_%s', parent, to_char(week, 'YYYYMMDD'));
begin
  -- Several workers may find the same week missing. Bounded by the lock_timeout of the caller.
  perform pg_advisory_xact_lock(7264002);
  if to_regclass(child) is not null then
    return false;
  end if;
  execute format('create table %I (like %s including all)', child, parent);
  perform isolate_tenant(child::regclass);
  execute format('alter table %s attach partition %I for values from (%L) to (%L)',
    parent, child, week || ' 00:00:00+00', (week + 7) || ' 00:00:00+00');
  return true;
exception
  when check_violation then
    -- The default partition has rows of this week. They stay there, and retention deletes them by age.
    return false;
  when duplicate_table then
    -- Made while we waited for the advisory lock, which does not refresh what this statement sees of the catalog.
    return false;
end
$$;
revoke all on function add_partition(regclass, date) from public;

create or replace function ensure_partitions(parent regclass, weeks_ahead integer) returns integer
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $$
declare
  first_week date := date_trunc('week', now() at time zone 'utc')::date;
  made integer := 0;
begin
  for i in 0..weeks_ahead loop
    if add_partition(parent, first_week + i * 7) then
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;
