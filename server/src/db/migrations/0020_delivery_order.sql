-- Where events of a task are delivered in order, the next one is the first in the log: by transaction, then by event. The id
-- of a delivery carries the clock of the worker that noted it, and the clocks of two workers differ.
--
-- Locks: SHARE on deliveries and its partitions while the index is built. The index is small, because it holds only what is
-- not delivered yet, but the build reads every delivery that is kept: reads continue, and statements that add or update deliveries
-- waits that long. Dropping the old index then takes ACCESS EXCLUSIVE for a moment. The previous release finds its lines by
-- the same columns in front and sorts a line, which is short.

create index deliveries_line on deliveries (tenant_id, webhook_id, subject_id, event_xid, event_id)
  where status in ('waiting', 'pending');
drop index deliveries_order;
