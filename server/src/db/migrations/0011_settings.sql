-- What a tenant decides for itself stands with the tenant: one row, read together.
--
-- Changing them is not a change of access, so only what is one is counted from now on: otherwise a tenant that renames
-- itself would make every process ask for every key of every tenant again.
--
-- Locks: columns with constant defaults and triggers take a short lock on one small table. The previous release does not
-- know the columns and works on.

alter table tenants
  add column time_zone text not null default 'UTC',
  add column language text not null default 'en',
  add column week_start text not null default 'monday' check (week_start in ('monday', 'saturday', 'sunday')),
  add column settings_version integer not null default 1,
  add column settings_changed_at timestamptz;

drop trigger count_change on tenants;
create trigger count_change after insert or delete or truncate or update of slug, status on tenants
  for each statement execute function count_access_change();
