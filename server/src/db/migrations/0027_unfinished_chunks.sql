-- When maintenance expires a job of a connector, it deletes the chunks of a result that was never complete. {{purge}} sees
-- which job a chunk belongs to, and not what is in it.
--
-- Locks: the policy and the grant take ACCESS EXCLUSIVE on edge_job_chunks for a moment. The previous release leaves such
-- chunks until the job is deleted.

create policy retention on edge_job_chunks for all to {{purge}} using (true);
grant select (tenant_id, job_id), delete on edge_job_chunks to {{purge}};
