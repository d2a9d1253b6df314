-- The dispatcher looks for deferred attempts that are due, by their time. Those of a suspended tenant have no time; the tenant
-- in second place finds them when it is active again.
--
-- Locks: SHARE on deliveries and its partitions while the index is built. Nothing is deferred yet, so the index is empty, but
-- the build reads every delivery that is kept: reads continue, and statements that add or update deliveries wait that long. The
-- previous release does not use the index.

create index deliveries_deferred on deliveries (next_attempt_at, tenant_id) where is_deferred;
