-- Counts the changes to tenants and keys. A process may then believe what it knows about a key for as long as this one
-- number stays the same, instead of asking for every key again twice a second.
--
-- The number changes in the transaction of the change itself, so whoever sees the one sees the other. Changes of access
-- are rare; that they wait for each other here does no harm.
--
-- Locks: the table has one row; triggers take a short lock on two small tables.

alter table instance add column access_changes bigint not null default 0;
grant select (access_changes), update (access_changes) on instance to {{app}};

create function count_access_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  update public.instance set access_changes = access_changes + 1;
  return null;
end
$$;
revoke all on function count_access_change() from public;

create trigger count_change after insert or update or delete or truncate on tenants
  for each statement execute function count_access_change();
create trigger count_change after insert or update or delete or truncate on api_keys
  for each statement execute function count_access_change();
