-- A table with the name of a weekly partition was taken for the partition, also when it was not attached, for instance after
-- someone detached it to archive a week. The week then went into the default partition without notice. Such a table is now
-- replaced if it is empty and ours, and reported otherwise.
--
-- Locks: this file replaces a function only. Replacing a leftover table locks nothing but that table. Workers of the previous
-- release look for missing partitions by name, so they do not get here for a leftover table.

create or replace function add_partition(parent regclass, week date) returns boolean
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $$
declare
  child text := format('%s_%s', parent, to_char(week, 'YYYYMMDD'));
  leftover regclass;
  has_rows boolean;
begin
  -- Several workers may find the same week missing. Bounded by the lock_timeout of the caller.
  perform pg_advisory_xact_lock(7264002);
  leftover := to_regclass(child);
  if exists (select from pg_inherits where inhrelid = leftover and inhparent = parent) then
    return false;
  end if;
  if leftover is not null then
    if not exists (
      select from pg_class c join pg_class p on p.oid = parent
      where c.oid = leftover and c.relkind = 'r' and not c.relispartition and c.relowner = p.relowner
    ) then
      raise exception 'table % is not a partition of %, and has another owner or is no plain table', child, parent
        using errcode = 'wrong_object_type', hint = 'Rename or drop it.';
    end if;
    -- Forced row security shows its owner no rows, and it would look empty. Undone with the transaction if it is not.
    execute format('alter table %s no force row level security', leftover);
    execute format('select exists (select from %s)', leftover) into has_rows;
    if has_rows then
      raise exception 'table % is not a partition of %, and has rows', child, parent
        using errcode = 'wrong_object_type', hint = 'Attach it, or rename or drop it.';
    end if;
    execute format('drop table %s', leftover);
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
