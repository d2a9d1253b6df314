-- The audit log of a tenant is read newest first, as a whole and by who did what; so far it could only be read by what was
-- done to one object.
--
-- Who and what have no indexes of their own: they would be written for every task that is created, and are asked for
-- rarely. Whoever filters by them walks along this one, as far as a page allows.
--
-- Locks: building the index keeps writers of audit entries waiting, about a second for a million entries. The previous
-- release does not know it and works on.

create index audit_entries_log on audit_entries (tenant_id, id);
