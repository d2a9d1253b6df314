-- Group commit locks the parents of new tasks, so that none of them can be deleted before the group commits: a missing
-- parent would otherwise fail the group, and one that is being deleted would delay it. PostgreSQL lets a role lock a row
-- only if it may update a column of it. The restrictive policy takes the update away again: `using` is what a lock has
-- to pass, `with check` what an update has to pass.
--
-- Locks: CREATE POLICY takes ACCESS EXCLUSIVE on tasks for a moment. The previous release neither locks nor updates
-- tasks as this role and works on.

create policy group_locks_only on tasks as restrictive for update to {{group}} using (true) with check (false);
grant update (version) on tasks to {{group}};
