-- Ready tasks without a queue entry: those that are not due yet, were blocked, or were written by an earlier release.
-- Maintenance of the queues looks for due ones of all tenants, so the time comes first.
--
-- Per queue they are counted as scheduled.
--
-- Locks: writes to tasks wait while the indexes are built, which reads the whole table.

create index tasks_unqueued on tasks (ready_at, tenant_id) where turn is null and status = 'ready';
create index tasks_scheduled on tasks (tenant_id, queue, id) where turn is null and status = 'ready';
