-- Retention finds the runs, write-backs and conflicts that are over, tenant by tenant.
--
-- Locks: SHARE on sync_runs, write_backs and sync_conflicts until the last index is built; each build reads its whole table.
-- Reads go on, and sync waits with its writes. No other table is locked. The previous release does not use the indexes.

create index sync_runs_age on sync_runs (tenant_id, ended_at) where ended_at is not null;
-- Scheduled runs that found nothing: each new one deletes the one before it, and must not read the history for that.
create index sync_runs_empty on sync_runs (tenant_id, integration_id, id)
  where cause = 'schedule' and state = 'succeeded' and created_count + changed_count + removed_count + failed_count = 0;
create index write_backs_age on write_backs (tenant_id, ended_at) where ended_at is not null;
create index sync_conflicts_age on sync_conflicts (tenant_id, resolved_at) where resolved_at is not null;
