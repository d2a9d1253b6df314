-- The dispatcher finds the event of a delivery that is requested again, to tell the job how large it is: a worker takes no
-- more payloads than it has memory for.
--
-- Locks: grants only. The previous release does not use them.

grant select (event_xid, event_id, event_at) on deliveries to {{feed}};
