-- Attempts that are more than a few minutes away wait here and not in the job queue, which is scanned every two seconds: two
-- million of them cut the throughput of all tenants to a sixth. The dispatcher finds those that are due by their time.
-- The index for that is built in 0025, after this lock is released.
--
-- Locks: ACCESS EXCLUSIVE on deliveries and its partitions for a moment: a column with a constant default rewrites no rows.
-- The previous release defers nothing and queues nothing that is deferred; a process of this release does.

alter table deliveries add column is_deferred boolean not null default false;
grant select (next_attempt_at, is_deferred) on deliveries to {{feed}};
grant update (is_deferred, next_attempt_at) on deliveries to {{feed}};
