-- Attempts that are more than a few minutes away wait here and not in the job queue, which is scanned every two seconds: two
-- million of them cut the throughput of all tenants to a sixth. The dispatcher finds those that are due by their time.
-- Those of a suspended tenant have no time; the tenant in the index finds them when it is active again.
--
-- Locks: a column with a constant default and an index on no rows, both done at once. The previous release defers nothing and
-- queues nothing that is deferred; a process of this release does.

alter table deliveries add column is_deferred boolean not null default false;
create index deliveries_deferred on deliveries (next_attempt_at, tenant_id) where is_deferred;
grant select (next_attempt_at, is_deferred) on deliveries to {{feed}};
grant update (is_deferred, next_attempt_at) on deliveries to {{feed}};
