-- Where events of a task are delivered in order, the next one is the first in the log: by transaction, then by event. The id
-- of a delivery carries the clock of the worker that noted it, and the clocks of two workers differ.
--
-- Locks: building the index keeps those who note deliveries waiting, for a moment: it holds only what is not delivered yet.
-- The previous release finds its lines by the same columns in front and sorts a line, which is short.

create index deliveries_line on deliveries (tenant_id, webhook_id, subject_id, event_xid, event_id)
  where status in ('waiting', 'pending');
drop index deliveries_order;
