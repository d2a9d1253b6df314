-- Attachments whose content is an object of a bucket, if the operator has configured one. A file in the bucket that was deleted, or
-- whose upload failed, keeps its row without a task until its object is deleted. The sweep, which runs as {{purge}}, must know which
-- ones these are.
--
-- The column has a constant default, so that no row is written. The previous release stores files in the database and never sets the
-- column; it cannot read or delete files in the bucket, so that a bucket is configured after the upgrade.
--
-- Works with: 0037
-- Takes: ACCESS EXCLUSIVE on attachments

alter table attachments add column in_bucket boolean not null default false;
grant select (in_bucket) on attachments to {{purge}};
