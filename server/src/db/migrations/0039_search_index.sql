-- Tasks by the trigrams of their short texts, for the search: `find_task_ids`.
--
-- Built beside reads and writes. Until it is there, the new release does not start, and the previous one does not need it.
--
-- Works with: 0037
-- Transaction: none

create index concurrently tasks_text on tasks using gin (tenant_id, task_text(external_id, doc) gin_trgm_ops);
