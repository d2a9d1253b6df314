-- Completed tasks whose external system has not confirmed the completion yet: the list behind the stage "Writing back"
-- (`confirmation=pending`), and how many were completed before the range that is shown. There are few of them among all
-- completed tasks, and nothing else says which.
--
-- Built beside reads and writes. Until it is there, the new release does not start, and the previous one does not need it.
--
-- Works with: 0037
-- Transaction: none

create index concurrently tasks_unconfirmed on tasks (tenant_id, id)
  where status = 'completed' and (without_nul(doc) #>> '{settled_at}') is null
    and (without_nul(doc) #>> '{origin,integration_id}') is not null;
