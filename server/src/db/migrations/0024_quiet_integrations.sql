-- Integrations whose vendor sends webhooks are polled less often the longer polling finds nothing new. The schedule after
-- each run needs to know since when that is so, and when the vendor was last heard from.
--
-- Locks: two nullable columns without a default, so the table is not rewritten; the lock is held for a moment. The previous
-- release neither reads nor writes them: it polls at the plain interval.

alter table integrations
  -- When a poll last brought something that no webhook had told; null before the first poll that ended.
  add column news_at timestamptz,
  -- When a webhook of the vendor was last accepted, to the hour.
  add column webhook_heard_at timestamptz;
