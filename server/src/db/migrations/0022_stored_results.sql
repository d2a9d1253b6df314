-- Results of connectors that came without chunks: a tenant's newest ones keep their rows, those before lose them. The index
-- finds the ones behind the limit; smaller results are about as long as the row of their job and are not counted.
--
-- Locks: writes to jobs of connectors wait while the index is built, over the jobs of a week. The previous release leaves
-- '[]' where rows were deleted; such jobs are counted until they are deleted.

create index edge_jobs_short_rows on edge_jobs (tenant_id, id) where rows is not null and byte_count > 4096;
