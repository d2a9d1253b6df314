-- What was sent about one task, newest first, without reading what was sent about others.
--
-- A delivery about a comment has the comment as its subject, so whoever asks for a task asks for its comments too, each by
-- this index.
--
-- Locks: building it keeps those who note deliveries waiting, about a second for a million of them. The previous release
-- does not know it and works on.

create index deliveries_subject on deliveries (tenant_id, subject_id, id);
