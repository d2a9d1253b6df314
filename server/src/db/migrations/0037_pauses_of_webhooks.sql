-- When the next attempt of a failing webhook is made, and when a user asked for it earlier: a worker that has stopped sending
-- to a receiver for a while writes until when, and reads whether it was asked to try again. Both are single rows by primary key.
--
-- Locks: webhooks against reads and writes, for a moment. Upgrade: the previous release ignores the columns; its workers do
-- not write pauses and try again when theirs are over.

alter table webhooks
  add column paused_until timestamptz,
  add column retried_at timestamptz;

grant select (retried_at) on webhooks to {{feed}};
