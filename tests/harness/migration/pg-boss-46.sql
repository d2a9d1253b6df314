-- What pg-boss 12.38 (its schema version 46) changes in the tables of 12.34 (version 42), as its getMigrationPlans() writes it,
-- without create_queue: a real newer schema, on which the queue of this release must work. Indexes are built in a transaction.

ALTER TABLE jobs.queue
          ADD COLUMN created_delta int NOT NULL DEFAULT 0,
          ADD COLUMN completed_delta int NOT NULL DEFAULT 0,
          ADD COLUMN failed_delta int NOT NULL DEFAULT 0,
          ADD COLUMN delta_on timestamp with time zone,
          ADD COLUMN delta_seconds int;
ALTER TABLE jobs.queue_stats
          ADD COLUMN created_delta int,
          ADD COLUMN completed_delta int,
          ADD COLUMN failed_delta int,
          ADD COLUMN delta_seconds int,
          ADD COLUMN delta_on timestamp with time zone;
ALTER TABLE jobs.job
          ADD COLUMN IF NOT EXISTS source_output jsonb,
          ADD COLUMN IF NOT EXISTS source_root_id uuid;

CREATE TABLE jobs.instance (
          id uuid PRIMARY KEY,
          name text,
          host text NOT NULL,
          pid int NOT NULL,
          version text NOT NULL,
          node_version text NOT NULL,
          application_name text,
          heartbeat_seconds int NOT NULL,
          supervise bool NOT NULL,
          schedule bool NOT NULL,
          migrate bool NOT NULL,
          persist_queue_stats bool NOT NULL,
          persist_warnings bool NOT NULL,
          pool_max int,
          pool_total int,
          pool_idle int,
          pool_waiting int,
          workers jsonb NOT NULL DEFAULT '[]'::jsonb,
          metrics jsonb,
          config jsonb NOT NULL DEFAULT '{}'::jsonb,
          crash_restarts int NOT NULL DEFAULT 0,
          crash_restarts_since timestamptz,
          started_on timestamptz NOT NULL DEFAULT now(),
          heartbeat_on timestamptz NOT NULL DEFAULT now(),
          stopped_on timestamptz
        );
ALTER TABLE jobs.queue
          ADD COLUMN blocked_count int NOT NULL DEFAULT 0,
          ADD COLUMN wait_bins int[],
          ADD COLUMN run_bins int[],
          ADD COLUMN ready_oldest_seconds int;
ALTER TABLE jobs.queue_stats
          ADD COLUMN wait_bins int[],
          ADD COLUMN run_bins int[],
          ADD COLUMN ready_oldest_seconds int;
ALTER TABLE jobs.job ADD COLUMN IF NOT EXISTS trace_context jsonb;
ALTER TABLE jobs.job ADD COLUMN IF NOT EXISTS upsert_by_key bool;

ALTER TABLE jobs.queue ADD COLUMN IF NOT EXISTS retained_count int, ADD COLUMN IF NOT EXISTS retained_on timestamp with time zone;

UPDATE jobs.version SET version = '46';

-- inlined from jobs.job_table_run_async (migration v43, command: source_root_index_build)
CREATE INDEX IF NOT EXISTS job_common_i12 ON jobs.job_common (source_root_id) WHERE source_root_id IS NOT NULL;
-- inlined from jobs.job_table_run_async (migration v45, command: upsert_index_build)
CREATE UNIQUE INDEX IF NOT EXISTS job_common_i13 ON jobs.job_common (name, singleton_key) WHERE state = 'created' AND upsert_by_key;
-- inlined from jobs.job_table_run_async (migration v46, command: live_index_build)
CREATE INDEX IF NOT EXISTS job_common_i14 ON jobs.job_common (name, state, blocked, start_after) WHERE state IN ('created', 'retry', 'active', 'failed');
-- inlined from jobs.job_table_run_async (migration v46, command: created_index_build)
CREATE INDEX IF NOT EXISTS job_common_i15 ON jobs.job_common (name, created_on);
-- inlined from jobs.job_table_run_async (migration v46, command: completed_index_build)
CREATE INDEX IF NOT EXISTS job_common_i16 ON jobs.job_common (name, completed_on) WHERE completed_on IS NOT NULL;
-- inlined from jobs.job_table_run_async (migration v46, command: queued_key_index_build)
CREATE INDEX IF NOT EXISTS job_common_i17 ON jobs.job_common (name, singleton_key, created_on) WHERE state < 'active' AND singleton_key IS NOT NULL;
