-- Indexes of what belongs to a link: write-backs that are sent with an approval or wait for one, and what is deleted with it.
-- Without them, deleting an integration reads all write-backs and conflicts of the tenant once per link.
--
-- Locks: write_backs and sync_conflicts against writes while the indexes are built, which reads both tables. Upgrade: the
-- previous release does not need them.

create index write_backs_approval on write_backs (tenant_id, approval_id) where approval_id is not null;
create index write_backs_awaiting on write_backs (tenant_id, link_id) where state = 'awaiting_approval';
create index write_backs_link on write_backs (tenant_id, link_id);
create index sync_conflicts_link on sync_conflicts (tenant_id, link_id);
