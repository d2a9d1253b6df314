-- After a restore or a failover the stored ratchets of connectors may be older than the connectors' own, and healthy ones
-- would look like copies. The epoch counts restores; in each a connector that is ahead may re-sync once.
--
-- `instance.epoch_history` names the server and timeline that the epoch belongs to: another one is a restore. Opening a
-- session compares it; `task-service declare-restore` declares one that leaves no such trace.
--
-- Locks: columns with constant defaults on two small tables, for an instant. The previous release does not know them: what it
-- gives to connectors has no position and is compared as before.

alter table instance
  add column epoch bigint not null default 1,
  add column epoch_history text,
  add column epoch_began_at timestamptz not null default now();
grant select (epoch, epoch_history, epoch_began_at), update (epoch, epoch_history, epoch_began_at) on instance to {{app}};

alter table connectors
  -- Counts sessions. It is in the ratchet as well, under a MAC: how far a connector is can be verified when this row is older.
  add column ratchet_position bigint not null default 0,
  -- Of the last session, enrollment or freeze: no re-sync in it any longer. 0 is before the first epoch: when a backup
  -- without these columns is restored and migrated, connectors that are ahead of it may re-sync.
  add column epoch bigint not null default 0,
  -- Who asked first to re-sync in an epoch, and when: another one who asks is a copy.
  add column resync_epoch bigint,
  add column resync_hash bytea,
  add column resync_asked_at timestamptz,
  add column resynced_at timestamptz;
