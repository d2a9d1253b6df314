-- The schema that the migrations lead to, for reading and for review. Written by `npm run gen -- --schema`; change a
-- migration, never this file. Weekly partitions depend on the date and are left out.

CREATE SCHEMA jobs;

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE TYPE jobs.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);

CREATE DOMAIN public.sealed_secret AS bytea
	CONSTRAINT sealed_secret_check CHECK (((octet_length(VALUE) >= 45) AND (octet_length(VALUE) <= 65581)));

CREATE FUNCTION jobs.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO jobs.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          jobs.job_now(),
          jobs.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE jobs.%I (LIKE jobs.job INCLUDING DEFAULTS)', tablename);

      EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES jobs.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i11 ON jobs.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON jobs.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i7 ON jobs.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i9 ON jobs.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON jobs.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON jobs.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE jobs.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON jobs.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE jobs.job_table_format($cmd$CREATE INDEX job_i10 ON jobs.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE jobs.job_table_format($cmd$ALTER TABLE jobs.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE jobs.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE jobs.job ATTACH PARTITION jobs.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;

CREATE FUNCTION jobs.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN

      SELECT table_name, partition
      FROM jobs.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS jobs.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM jobs.%I WHERE name = %L', v_table, queue_name);
      END IF;

      DELETE FROM jobs.queue WHERE name = queue_name;
    END;
    $$;

CREATE FUNCTION jobs.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;

CREATE FUNCTION jobs.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;

CREATE FUNCTION jobs.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM jobs.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE jobs.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE jobs.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM jobs.queue WHERE partition = true
      LOOP
        EXECUTE jobs.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;

CREATE FUNCTION jobs.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM jobs.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO jobs.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          jobs.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO jobs.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        jobs.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        jobs.job_table_format(command, queue.table_name)
      FROM jobs.queue
      WHERE partition = true;
    END;
    $$;

CREATE FUNCTION public.add_partition(parent regclass, week date) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_catalog', 'pg_temp'
    AS $$
declare
  child text := format('%s_%s', parent, to_char(week, 'YYYYMMDD'));
  leftover regclass;
  has_rows boolean;
begin
  -- Several workers may find the same week missing. Bounded by the lock_timeout of the caller.
  perform pg_advisory_xact_lock(7264002);
  leftover := to_regclass(child);
  if exists (select from pg_inherits where inhrelid = leftover and inhparent = parent) then
    return false;
  end if;
  if leftover is not null then
    if not exists (
      select from pg_class c join pg_class p on p.oid = parent
      where c.oid = leftover and c.relkind = 'r' and not c.relispartition and c.relowner = p.relowner
    ) then
      raise exception 'table % is not a partition of %, and has another owner or is no plain table', child, parent
        using errcode = 'wrong_object_type', hint = 'Rename or drop it.';
    end if;
    -- Forced row security shows its owner no rows, and it would look empty. Undone with the transaction if it is not.
    execute format('alter table %s no force row level security', leftover);
    execute format('select exists (select from %s)', leftover) into has_rows;
    if has_rows then
      raise exception 'table % is not a partition of %, and has rows', child, parent
        using errcode = 'wrong_object_type', hint = 'Attach it, or rename or drop it.';
    end if;
    execute format('drop table %s', leftover);
  end if;
  execute format('create table %I (like %s including all)', child, parent);
  perform isolate_tenant(child::regclass);
  execute format('alter table %s attach partition %I for values from (%L) to (%L)',
    parent, child, week || ' 00:00:00+00', (week + 7) || ' 00:00:00+00');
  return true;
exception
  when check_violation then
    -- The default partition has rows of this week. They stay there, and retention deletes them by age.
    return false;
  when duplicate_table then
    -- Made while we waited for the advisory lock, which does not refresh what this statement sees of the catalog.
    return false;
end
$$;

CREATE FUNCTION public.admit_group(target regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  execute format(
    'create policy group_isolation on %s as permissive for all to task_service_group '
    'using (tenant_id = any ((select current_setting(''app.tenant_ids'')::uuid[])::uuid[])) '
    'with check (tenant_id = any ((select current_setting(''app.tenant_ids'')::uuid[])::uuid[]))', target);
end
$$;

CREATE FUNCTION public.admit_write(tenant uuid) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    AS $$
begin
  if not pg_try_advisory_xact_lock_shared(7264095, uuid_hash(tenant))
    or exists (select from public.tenant_fences f where f.tenant_id = tenant)
  then
    raise exception 'the tenant is being moved' using errcode = 'TS001', detail = tenant::text;
  end if;
end
$$;

CREATE FUNCTION public.count_access_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  update public.instance set access_changes = access_changes + 1;
  return null;
end
$$;

CREATE FUNCTION public.ensure_partitions(parent regclass, weeks_ahead integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'public', 'pg_catalog', 'pg_temp'
    AS $$
declare
  first_week date := date_trunc('week', now() at time zone 'utc')::date;
  made integer := 0;
begin
  for i in 0..weeks_ahead loop
    if add_partition(parent, first_week + i * 7) then
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;

CREATE FUNCTION public.field_number(type text, choices json, value json) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN ((type = 'number'::text) AND (json_typeof(value) = 'number'::text)) THEN ((value #>> '{}'::text[]))::double precision WHEN ((type = 'choice'::text) AND (json_typeof(value) = 'string'::text)) THEN ((SELECT c.place FROM json_array_elements(field_number.choices) WITH ORDINALITY c(choice, place) WHERE ((c.choice ->> 'value'::text) = (field_number.value #>> '{}'::text[])) LIMIT 1))::double precision ELSE NULL::double precision END;

CREATE FUNCTION public.fold_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (octet_length(value) = length(value)) THEN lower(value) ELSE replace(replace(replace(replace(replace(replace(replace(regexp_replace(lower(NORMALIZE(value, NFKD)), '[\u0300-\u036f]'::text, ''::text, 'g'::text), 'ß'::text, 'ss'::text), 'æ'::text, 'ae'::text), 'œ'::text, 'oe'::text), 'ø'::text, 'o'::text), 'ł'::text, 'l'::text), 'đ'::text, 'd'::text), 'ı'::text, 'i'::text) END;

CREATE FUNCTION public.field_text(type text, choices json, value json) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (json_typeof(value) <> 'string'::text) THEN NULL::text WHEN (type = ANY (ARRAY['text'::text, 'person'::text, 'url'::text])) THEN "left"(public.fold_text((value #>> '{}'::text[])), 200) WHEN ((type = 'date'::text) AND ((value #>> '{}'::text[]) ~ '^\d{4}-\d\d-\d\d$'::text)) THEN (value #>> '{}'::text[]) WHEN ((type = 'choice'::text) AND (EXISTS (SELECT FROM json_array_elements(field_text.choices) c(choice) WHERE ((c.choice ->> 'value'::text) = (field_text.value #>> '{}'::text[]))))) THEN (value #>> '{}'::text[]) ELSE NULL::text END;

CREATE FUNCTION public.without_nul(doc json) RETURNS json
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (POSITION(('\u0000'::text) IN ((doc)::text)) = 0) THEN doc ELSE (regexp_replace((doc)::text, '(?<!\\)((?:\\\\)*)\\u0000'::text, '\1 '::text, 'g'::text))::json END;

CREATE TABLE public.custom_fields (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    choices json DEFAULT '[]'::json NOT NULL,
    "position" integer NOT NULL,
    archived_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text, 'person'::text, 'url'::text])))
);

ALTER TABLE ONLY public.custom_fields FORCE ROW LEVEL SECURITY;

CREATE FUNCTION public.field_rows(owner uuid, fields json) RETURNS TABLE(field_id uuid, value text, number double precision)
    LANGUAGE sql STABLE
    BEGIN ATOMIC
 SELECT derived.id,
     derived.value,
     derived.number
    FROM ((( SELECT public.without_nul(field_rows.fields) AS readable
          OFFSET 0) doc
      CROSS JOIN LATERAL ( SELECT f.id,
             f.type,
             f.choices,
             (doc.readable -> f.key) AS raw
            FROM public.custom_fields f
           WHERE (f.tenant_id = field_rows.owner)
          OFFSET 0) found)
      CROSS JOIN LATERAL ( SELECT found.id,
             public.field_text(found.type, found.choices, found.raw) AS value,
             public.field_number(found.type, found.choices, found.raw) AS number) derived)
   WHERE ((derived.value IS NOT NULL) OR (derived.number IS NOT NULL));
END;

CREATE FUNCTION public.find_task_ids(patterns text[], words tsquery[], most bigint) RETURNS SETOF uuid
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_indexscan TO 'off'
    AS $_$
declare
  conditions text;
begin
  select string_agg(
    format('(public.task_text(t.external_id, t.doc) like $1[%1$s] or t.search @@ $2[%1$s])', place), ' and ')
  into strict conditions
  from generate_subscripts(patterns, 1) as place;
  return query execute
    'select t.id from public.tasks t where t.tenant_id = $3 and ' || conditions || ' limit $4'
    using patterns, words, current_setting('app.tenant_id')::uuid, most;
end
$_$;

ALTER FUNCTION public.find_task_ids(patterns text[], words tsquery[], most bigint) OWNER TO task_service_search;

CREATE FUNCTION public.isolate_tenant(target regclass) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s as permissive for all to task_service_app '
    'using (tenant_id = (select current_setting(''app.tenant_id''))::uuid) '
    'with check (tenant_id = (select current_setting(''app.tenant_id''))::uuid)', target);
end
$$;

CREATE FUNCTION public.pass_replicated_delivery() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  new.event_xid := '1';
  return new;
end
$$;

CREATE FUNCTION public.pass_replicated_event() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  new.xid := '1';
  return new;
end
$$;

CREATE FUNCTION public.purge_history(deleting uuid, step_size integer) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
declare
  gone integer;
begin
  delete from public.events where (tenant_id, xid, id) in (
    select e.tenant_id, e.xid, e.id from public.events e where e.tenant_id = deleting limit step_size);
  get diagnostics gone = row_count;
  if gone > 0 then
    return gone;
  end if;
  delete from public.audit_entries where (tenant_id, subject_id, id) in (
    select a.tenant_id, a.subject_id, a.id from public.audit_entries a where a.tenant_id = deleting limit step_size);
  get diagnostics gone = row_count;
  return gone;
end
$$;

ALTER FUNCTION public.purge_history(deleting uuid, step_size integer) OWNER TO task_service_purge;

CREATE FUNCTION public.quote_term(term text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((''''::text || replace(replace(term, '\'::text, '\\'::text), ''''::text, ''''''::text)) || ''''::text);

CREATE FUNCTION public.readable_task_text(external_id text, doc json) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (' '::text || public.fold_text((((((translate((doc ->> 'title'::text), '
	'::text, '  '::text) || ' '::text) || COALESCE(external_id, ''::text)) || ' '::text) || translate(((doc -> 'labels'::text))::text, '[]",'::text, '    '::text)) || CASE WHEN ((json_typeof((doc -> 'fields'::text)) = 'object'::text) AND (((doc -> 'fields'::text))::text <> '{}'::text)) THEN translate(regexp_replace("left"(((doc -> 'fields'::text))::text, 4000), '"([^"\\]|\\.)*"\s*:'::text, ' '::text, 'g'::text), '{}[]",'::text, '      '::text) ELSE ''::text END)));

CREATE FUNCTION public.search_pattern(term text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ((CASE WHEN (length(public.fold_text(term)) < 3) THEN '% '::text ELSE '%'::text END || replace(replace(replace(public.fold_text(term), '\'::text, '\\'::text), '%'::text, '\%'::text), '_'::text, '\_'::text)) || '%'::text);

CREATE FUNCTION public.search_task_ids(words text) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $$
  select t.id
  from public.tasks t
  where t.tenant_id = (select current_setting('app.tenant_id'))::uuid
    and t.search @@ websearch_to_tsquery('simple', words)
$$;

ALTER FUNCTION public.search_task_ids(words text) OWNER TO task_service_search;

CREATE FUNCTION public.search_words(term text, is_phrase boolean) RETURNS tsquery
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN (is_phrase OR (length(term) < 3)) THEN (phraseto_tsquery('simple'::regconfig, term) || phraseto_tsquery('simple'::regconfig, public.fold_text(term))) WHEN (term ~ '^[0-9]+$'::text) THEN (to_tsquery('simple'::regconfig, (term || ':*'::text)) || to_tsquery('simple'::regconfig, (('-'::text || term) || ':*'::text))) WHEN (public.fold_text(term) = lower(term)) THEN to_tsquery('simple'::regconfig, (public.quote_term(public.fold_text(term)) || ':*'::text)) ELSE (to_tsquery('simple'::regconfig, (public.quote_term(public.fold_text(term)) || ':*'::text)) || to_tsquery('simple'::regconfig, (public.quote_term(term) || ':*'::text))) END;

CREATE FUNCTION public.task_text(external_id text, doc json) RETURNS text
    LANGUAGE sql IMMUTABLE COST 300 PARALLEL SAFE
    RETURN public.readable_task_text(external_id, public.without_nul(doc));

CREATE FUNCTION public.task_words(title text, description text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (setweight(to_tsvector('simple'::regconfig, title), 'A'::"char") || CASE WHEN (octet_length(description) = length(description)) THEN setweight(to_tsvector('simple'::regconfig, "left"(description, 50000)), 'B'::"char") ELSE (setweight(to_tsvector('simple'::regconfig, "left"(description, 50000)), 'B'::"char") || setweight(to_tsvector('simple'::regconfig, public.fold_text("left"(description, 50000))), 'B'::"char")) END);

CREATE TABLE jobs.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);

CREATE TABLE jobs.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state jobs.job_state DEFAULT 'created'::jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer
)
PARTITION BY LIST (name);

CREATE TABLE jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state jobs.job_state DEFAULT 'created'::jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    CONSTRAINT cjc CHECK ((name = 'deliver'::text))
);

CREATE TABLE jobs.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state jobs.job_state DEFAULT 'created'::jobs.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);

CREATE TABLE jobs.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);

CREATE TABLE jobs.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);

CREATE TABLE jobs.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);

CREATE TABLE jobs.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);

CREATE TABLE jobs.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE jobs.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);

CREATE TABLE jobs.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.agent_tokens (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    digest bytea NOT NULL,
    hint text NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    CONSTRAINT agent_tokens_digest_check CHECK ((octet_length(digest) = 32))
);

ALTER TABLE ONLY public.agent_tokens FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agent_usage (
    tenant_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    day date NOT NULL,
    shard smallint DEFAULT 0 NOT NULL,
    working_ms bigint DEFAULT 0 NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    effects integer DEFAULT 0 NOT NULL,
    declared_tokens bigint DEFAULT 0 NOT NULL,
    declared_cost numeric DEFAULT 0 NOT NULL
);

ALTER TABLE ONLY public.agent_usage FORCE ROW LEVEL SECURITY;

CREATE TABLE public.agents (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    queues text[] NOT NULL,
    concurrency integer,
    run_seconds integer,
    run_calls integer,
    run_effects integer,
    day_seconds integer,
    day_calls integer,
    day_effects integer,
    max_attempts integer NOT NULL,
    reads_external boolean NOT NULL,
    reads_beyond_claim boolean NOT NULL,
    writes_outward boolean NOT NULL,
    paused_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT agents_concurrency_check CHECK ((concurrency > 0)),
    CONSTRAINT agents_max_attempts_check CHECK ((max_attempts > 0))
);

ALTER TABLE ONLY public.agents FORCE ROW LEVEL SECURITY;

CREATE TABLE public.api_keys (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    digest bytea NOT NULL,
    hint text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    CONSTRAINT api_keys_digest_check CHECK ((octet_length(digest) = 32))
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.approvals (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    run_id uuid,
    link_id uuid,
    agent text NOT NULL,
    state text NOT NULL,
    effects json NOT NULL,
    hash text NOT NULL,
    result json,
    previous json,
    spent_links uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    reason text,
    decided_by text,
    decided_at timestamp with time zone,
    acknowledged_at timestamp with time zone,
    receipts json DEFAULT '[]'::json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT approvals_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'spent'::text, 'rejected'::text, 'stale'::text, 'withdrawn'::text])))
);

ALTER TABLE ONLY public.approvals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.attachment_chunks (
    tenant_id uuid NOT NULL,
    attachment_id uuid NOT NULL,
    place integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT attachment_chunks_place_check CHECK ((place >= 0))
);
ALTER TABLE ONLY public.attachment_chunks ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.attachment_chunks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.attachment_usage (
    tenant_id uuid NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT attachment_usage_bytes_check CHECK ((bytes >= 0))
);

ALTER TABLE ONLY public.attachment_usage FORCE ROW LEVEL SECURITY;

CREATE TABLE public.attachments (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid,
    state text NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    image_type text,
    bytes bigint NOT NULL,
    sha256 bytea,
    chunks integer DEFAULT 0 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    touched_at timestamp with time zone NOT NULL,
    in_bucket boolean DEFAULT false NOT NULL,
    CONSTRAINT attachments_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT attachments_image_type_check CHECK ((image_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/gif'::text, 'image/webp'::text]))),
    CONSTRAINT attachments_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
    CONSTRAINT attachments_sha256_check CHECK ((octet_length(sha256) = 32)),
    CONSTRAINT attachments_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'stored'::text])))
);

ALTER TABLE ONLY public.attachments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_entries (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    action text NOT NULL,
    subject_id uuid NOT NULL,
    actor text NOT NULL,
    request_id text NOT NULL,
    changes json NOT NULL,
    at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (at);

ALTER TABLE ONLY public.audit_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.audit_entries_default (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    action text NOT NULL,
    subject_id uuid NOT NULL,
    actor text NOT NULL,
    request_id text NOT NULL,
    changes json NOT NULL,
    at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.audit_entries_default FORCE ROW LEVEL SECURITY;

CREATE TABLE public.comments (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    author text NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    mentions text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT comments_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 20000)))
);

ALTER TABLE ONLY public.comments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.connectors (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea,
    key_made_at timestamp with time zone,
    key_expires_at timestamp with time zone,
    rotate_asked_at timestamp with time zone,
    enrolment_hash bytea,
    enrolment_expires_at timestamp with time zone,
    enrolled_at timestamp with time zone,
    challenged_at timestamp with time zone,
    ratchet_hash bytea,
    previous_ratchet_hash bytea,
    session_id uuid,
    session_expires_at timestamp with time zone,
    poll_sequence bigint DEFAULT 0 NOT NULL,
    send_sequence bigint DEFAULT 0 NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    revoked_at timestamp with time zone,
    frozen_at timestamp with time zone,
    frozen_reason text,
    facts json,
    databases json DEFAULT '[]'::json NOT NULL,
    statements json DEFAULT '[]'::json NOT NULL,
    policy_digest text,
    announced_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    waiting_results integer DEFAULT 0 NOT NULL,
    lag_ms integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    ratchet_position bigint DEFAULT 0 NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    resync_epoch bigint,
    resync_hash bytea,
    resync_asked_at timestamp with time zone,
    resynced_at timestamp with time zone
);

ALTER TABLE ONLY public.connectors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.data_keys (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    master_key_id text NOT NULL,
    wrapped bytea NOT NULL,
    is_current boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.data_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_xid xid8 NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    event_at timestamp with time zone NOT NULL,
    subject_id uuid NOT NULL,
    status text NOT NULL,
    queued_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    attempted_at timestamp with time zone,
    duration_ms integer,
    status_code smallint,
    error text,
    response text,
    created_at timestamp with time zone NOT NULL,
    is_deferred boolean DEFAULT false NOT NULL,
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'pending'::text, 'delivered'::text, 'failed'::text, 'canceled'::text])))
)
PARTITION BY RANGE (created_at);

ALTER TABLE ONLY public.deliveries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.deliveries_default (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_xid xid8 NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    event_at timestamp with time zone NOT NULL,
    subject_id uuid NOT NULL,
    status text NOT NULL,
    queued_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    round integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    attempted_at timestamp with time zone,
    duration_ms integer,
    status_code smallint,
    error text,
    response text,
    created_at timestamp with time zone NOT NULL,
    is_deferred boolean DEFAULT false NOT NULL,
    CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'pending'::text, 'delivered'::text, 'failed'::text, 'canceled'::text])))
);

ALTER TABLE ONLY public.deliveries_default FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_attempts (
    tenant_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status_code smallint,
    error text NOT NULL,
    response text
)
PARTITION BY RANGE (at);

ALTER TABLE ONLY public.delivery_attempts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.delivery_attempts_default (
    tenant_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    status_code smallint,
    error text NOT NULL,
    response text
);

ALTER TABLE ONLY public.delivery_attempts_default FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dispatch_backlog (
    tenant_id uuid NOT NULL,
    xid xid8 NOT NULL,
    id uuid NOT NULL,
    until_xid xid8 NOT NULL,
    until_id uuid NOT NULL
);

ALTER TABLE ONLY public.dispatch_backlog FORCE ROW LEVEL SECURITY;

CREATE TABLE public.dispatch_cursor (
    only_row boolean DEFAULT true NOT NULL,
    xid xid8 NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT dispatch_cursor_only_row_check CHECK (only_row)
);

CREATE TABLE public.dispatch_progress (
    only_row boolean DEFAULT true NOT NULL,
    done pg_snapshot NOT NULL,
    target pg_snapshot,
    xid xid8 NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT dispatch_progress_only_row_check CHECK (only_row)
);

CREATE TABLE public.dispatch_ranges (
    tenant_id uuid NOT NULL,
    number bigint NOT NULL,
    xid xid8 NOT NULL,
    id uuid NOT NULL,
    until_xid xid8 NOT NULL,
    until_id uuid NOT NULL,
    event_count integer NOT NULL
);

ALTER TABLE ONLY public.dispatch_ranges FORCE ROW LEVEL SECURITY;

ALTER TABLE public.dispatch_ranges ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.dispatch_ranges_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.edge_job_chunks (
    tenant_id uuid NOT NULL,
    job_id uuid NOT NULL,
    number integer NOT NULL,
    body text NOT NULL
);

ALTER TABLE ONLY public.edge_job_chunks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.edge_jobs (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    connector_id uuid NOT NULL,
    integration_id uuid,
    request_key text,
    database text NOT NULL,
    statement text,
    sql text,
    params json NOT NULL,
    state text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_until timestamp with time zone,
    problem json,
    columns json,
    row_count integer,
    changed_count integer,
    byte_count integer,
    truncated boolean DEFAULT false NOT NULL,
    late boolean DEFAULT false NOT NULL,
    duration_ms integer,
    rows json,
    chunk_count integer DEFAULT 0 NOT NULL,
    result_sha256 text,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone,
    ended_at timestamp with time zone,
    CONSTRAINT edge_jobs_check CHECK (((statement IS NULL) <> (sql IS NULL))),
    CONSTRAINT edge_jobs_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'refused'::text, 'failed'::text, 'expired'::text, 'unknown'::text, 'canceled'::text])))
);

ALTER TABLE ONLY public.edge_jobs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.events (
    tenant_id uuid NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    subject_id uuid NOT NULL,
    actor text NOT NULL,
    data json NOT NULL,
    previous json NOT NULL,
    changed text[] NOT NULL,
    occurred_at timestamp with time zone NOT NULL
)
PARTITION BY RANGE (occurred_at);

ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;

CREATE TABLE public.events_default (
    tenant_id uuid NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    subject_id uuid NOT NULL,
    actor text NOT NULL,
    data json NOT NULL,
    previous json NOT NULL,
    changed text[] NOT NULL,
    occurred_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.events_default FORCE ROW LEVEL SECURITY;

CREATE TABLE public.fairness_turns (
    tenant_id uuid NOT NULL,
    queue text NOT NULL,
    key text NOT NULL,
    priority smallint NOT NULL,
    turn bigint NOT NULL,
    added bigint NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.fairness_turns FORCE ROW LEVEL SECURITY;

CREATE TABLE public.idempotency_keys (
    tenant_id uuid NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    status smallint NOT NULL,
    headers json NOT NULL,
    body text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_chunks (
    tenant_id uuid NOT NULL,
    import_id uuid NOT NULL,
    place integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT import_chunks_place_check CHECK ((place >= 0))
);
ALTER TABLE ONLY public.import_chunks ALTER COLUMN content SET STORAGE EXTERNAL;

ALTER TABLE ONLY public.import_chunks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.import_errors (
    tenant_id uuid NOT NULL,
    import_id uuid NOT NULL,
    line integer NOT NULL,
    "position" bigint NOT NULL,
    bytes integer NOT NULL,
    errors json NOT NULL
);

ALTER TABLE ONLY public.import_errors FORCE ROW LEVEL SECURITY;

CREATE TABLE public.imports (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    state text NOT NULL,
    name text NOT NULL,
    format text NOT NULL,
    delimiter text,
    bytes bigint NOT NULL,
    stored_bytes bigint NOT NULL,
    columns json DEFAULT '[]'::json NOT NULL,
    mapping json DEFAULT '[]'::json NOT NULL,
    defaults json DEFAULT '{}'::json NOT NULL,
    data_position bigint DEFAULT 0 NOT NULL,
    data_line integer DEFAULT 1 NOT NULL,
    "position" bigint DEFAULT 0 NOT NULL,
    line integer DEFAULT 1 NOT NULL,
    rows_done integer DEFAULT 0 NOT NULL,
    rows_total integer,
    valid integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    existing integer DEFAULT 0 NOT NULL,
    rejected integer DEFAULT 0 NOT NULL,
    is_started boolean DEFAULT false NOT NULL,
    running_since timestamp with time zone,
    running_rows integer DEFAULT 0 NOT NULL,
    faults integer DEFAULT 0 NOT NULL,
    failure text,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT imports_bytes_check CHECK ((bytes >= 0)),
    CONSTRAINT imports_delimiter_check CHECK ((delimiter = ANY (ARRAY['comma'::text, 'semicolon'::text, 'tab'::text]))),
    CONSTRAINT imports_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'jsonl'::text]))),
    CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'uploaded'::text, 'validating'::text, 'ready'::text, 'importing'::text, 'finished'::text, 'canceled'::text, 'failed'::text]))),
    CONSTRAINT imports_stored_bytes_check CHECK ((stored_bytes >= 0))
);

ALTER TABLE ONLY public.imports FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbound_messages (
    tenant_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    id uuid NOT NULL,
    delivery_id text,
    received_at timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    reason text,
    hint_count integer DEFAULT 0 NOT NULL,
    body_bytes integer NOT NULL,
    CONSTRAINT inbound_messages_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'duplicate'::text, 'refused'::text])))
);

ALTER TABLE ONLY public.inbound_messages FORCE ROW LEVEL SECURITY;

CREATE TABLE public.inbox_digests (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    frequency text NOT NULL,
    hour smallint NOT NULL,
    time_zone text NOT NULL,
    language text NOT NULL,
    address text,
    refusals integer DEFAULT 0 NOT NULL,
    period_at timestamp with time zone,
    next_at timestamp with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    last_sent_at timestamp with time zone,
    wanted_address text,
    code_id uuid,
    code_expires_at timestamp with time zone,
    code_at timestamp with time zone,
    code_times timestamp with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
    due_at timestamp with time zone GENERATED ALWAYS AS (LEAST(next_at, code_at)) STORED,
    claim uuid,
    claimed_until timestamp with time zone,
    CONSTRAINT inbox_digests_frequency_check CHECK ((frequency = ANY (ARRAY['off'::text, 'daily'::text, 'weekly'::text]))),
    CONSTRAINT inbox_digests_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
    CONSTRAINT inbox_digests_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text])))
);

ALTER TABLE ONLY public.inbox_digests FORCE ROW LEVEL SECURITY;

CREATE TABLE public.instance (
    only_row boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    pepper bytea DEFAULT decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    access_changes bigint DEFAULT 0 NOT NULL,
    epoch bigint DEFAULT 1 NOT NULL,
    epoch_history text,
    epoch_began_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT instance_only_row_check CHECK (only_row)
);

CREATE TABLE public.integration_secrets (
    tenant_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    name text NOT NULL,
    value public.sealed_secret NOT NULL,
    hosts text[] NOT NULL,
    entered_by text NOT NULL,
    entered_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.integration_secrets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.integrations (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    provider text NOT NULL,
    name text NOT NULL,
    config json DEFAULT '{}'::json NOT NULL,
    hosts text[] NOT NULL,
    mapping json DEFAULT '{}'::json NOT NULL,
    paused boolean DEFAULT false NOT NULL,
    outgoing_queue text,
    problem text,
    problem_detail json,
    problem_since timestamp with time zone,
    self json,
    server json,
    checked_at timestamp with time zone,
    cursor json,
    poll_seconds integer NOT NULL,
    next_pull_at timestamp with time zone,
    next_sweep_at timestamp with time zone,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp with time zone,
    rest_until timestamp with time zone,
    lease_token uuid,
    lease_until timestamp with time zone,
    webhook json,
    webhook_renew_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    news_at timestamp with time zone,
    webhook_heard_at timestamp with time zone,
    agent_writes text DEFAULT 'allow'::text NOT NULL,
    CONSTRAINT integrations_agent_writes_check CHECK ((agent_writes = ANY (ARRAY['allow'::text, 'approve'::text, 'forbid'::text]))),
    CONSTRAINT integrations_poll_seconds_check CHECK (((poll_seconds >= 5) AND (poll_seconds <= 86400))),
    CONSTRAINT integrations_problem_check CHECK ((problem = ANY (ARRAY['auth_failed'::text, 'forbidden'::text, 'not_found'::text, 'needs_reentry'::text, 'provider_missing'::text])))
);

ALTER TABLE ONLY public.integrations FORCE ROW LEVEL SECURITY;

CREATE TABLE public.key_uses (
    tenant_id uuid NOT NULL,
    fingerprint text NOT NULL,
    used_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.key_uses FORCE ROW LEVEL SECURITY;

CREATE TABLE public.link_history (
    tenant_id uuid NOT NULL,
    link_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp with time zone NOT NULL,
    direction text NOT NULL,
    cause text NOT NULL,
    actor text,
    fields text[] DEFAULT '{}'::text[] NOT NULL,
    external_version text,
    task_version integer,
    detail json,
    CONSTRAINT link_history_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text, 'echo'::text, 'note'::text])))
);

ALTER TABLE ONLY public.link_history FORCE ROW LEVEL SECURITY;

CREATE TABLE public.linked_comments (
    tenant_id uuid NOT NULL,
    link_id uuid NOT NULL,
    external_id text NOT NULL,
    comment_id uuid NOT NULL,
    direction text NOT NULL,
    body_hash bytea NOT NULL,
    CONSTRAINT linked_comments_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
);

ALTER TABLE ONLY public.linked_comments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.links (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    integration_id uuid NOT NULL,
    task_id uuid NOT NULL,
    external_id text,
    external_made_at timestamp with time zone,
    external_key text,
    url text,
    external_version text,
    external_updated_at timestamp with time zone,
    shadow json DEFAULT '{}'::json NOT NULL,
    raw_description text,
    context json,
    state text NOT NULL,
    state_reason text,
    tries integer DEFAULT 0 NOT NULL,
    retry_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT links_check CHECK (((state <> 'active'::text) OR (external_id IS NOT NULL))),
    CONSTRAINT links_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'active'::text, 'frozen'::text, 'gone'::text])))
);

ALTER TABLE ONLY public.links FORCE ROW LEVEL SECURITY;

CREATE TABLE public.maintenance_lease (
    only_row boolean DEFAULT true NOT NULL,
    holder uuid,
    held_until timestamp with time zone,
    due_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT maintenance_lease_only_row_check CHECK (only_row)
);

CREATE TABLE public.master_keys (
    id text NOT NULL,
    generation integer NOT NULL,
    canary bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    lost_at timestamp with time zone,
    CONSTRAINT master_keys_id_check CHECK ((id ~ '^[0-9a-f]{16}$'::text))
);

CREATE TABLE public.notifications (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    task_id uuid NOT NULL,
    subject_id uuid,
    actor text,
    cause text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    shows_at timestamp with time zone NOT NULL,
    read_at timestamp with time zone,
    done_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    CONSTRAINT notifications_kind_check CHECK ((kind = ANY (ARRAY['question'::text, 'approval'::text, 'mention'::text, 'assignment'::text, 'failure'::text, 'due_soon'::text, 'overdue'::text])))
);

ALTER TABLE ONLY public.notifications FORCE ROW LEVEL SECURITY;

CREATE TABLE public.password_resets (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT password_resets_digest_check CHECK ((octet_length(digest) = 32))
);

ALTER TABLE ONLY public.password_resets FORCE ROW LEVEL SECURITY;

CREATE TABLE public.questions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    task_id uuid NOT NULL,
    agent text NOT NULL,
    kind text NOT NULL,
    prompt text NOT NULL,
    context text NOT NULL,
    answer_schema json,
    options json,
    state text NOT NULL,
    expires_at timestamp with time zone,
    on_timeout json NOT NULL,
    answer json,
    note text,
    answered_by text,
    answered_at timestamp with time zone,
    acknowledged_at timestamp with time zone,
    link_digest bytea,
    link_expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT questions_kind_check CHECK ((kind = ANY (ARRAY['input'::text, 'choice'::text, 'confirmation'::text]))),
    CONSTRAINT questions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'expired'::text, 'withdrawn'::text])))
);

ALTER TABLE ONLY public.questions FORCE ROW LEVEL SECURITY;

CREATE TABLE public.queue_entries (
    tenant_id uuid NOT NULL,
    queue text NOT NULL,
    delegate text NOT NULL,
    turn bigint NOT NULL,
    task_id uuid NOT NULL,
    queued_at timestamp with time zone NOT NULL,
    attempt integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0');

ALTER TABLE ONLY public.queue_entries FORCE ROW LEVEL SECURITY;

CREATE TABLE public.queues (
    tenant_id uuid NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    aging_seconds integer NOT NULL,
    target_seconds integer,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT queues_aging_seconds_check CHECK ((aging_seconds > 0)),
    CONSTRAINT queues_target_seconds_check CHECK ((target_seconds > 0))
);

ALTER TABLE ONLY public.queues FORCE ROW LEVEL SECURITY;

CREATE TABLE public.runs (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    agent text NOT NULL,
    queue text NOT NULL,
    attempt integer NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    waited_ms bigint NOT NULL,
    state text NOT NULL,
    token_digest bytea NOT NULL,
    lease_until timestamp with time zone,
    lease_seconds integer NOT NULL,
    is_started boolean DEFAULT false NOT NULL,
    cancel_requested_at timestamp with time zone,
    source_changed text[],
    progress json,
    plan json,
    checkpoint json,
    handoff text,
    error text,
    end_reason text,
    delegate_before text,
    calls integer DEFAULT 0 NOT NULL,
    effects integer DEFAULT 0 NOT NULL,
    declared_tokens bigint DEFAULT 0 NOT NULL,
    declared_cost numeric DEFAULT 0 NOT NULL,
    working_ms bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    resumed_at timestamp with time zone NOT NULL,
    heartbeat_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    outcome_at timestamp with time zone,
    approval_id uuid,
    CONSTRAINT runs_state_check CHECK ((state = ANY (ARRAY['working'::text, 'parked'::text, 'completed'::text, 'failed'::text, 'released'::text, 'expired'::text, 'canceled'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02');

ALTER TABLE ONLY public.runs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schedule_occurrences (
    tenant_id uuid NOT NULL,
    schedule_id uuid NOT NULL,
    occurs_at timestamp with time zone NOT NULL,
    task_id uuid,
    created_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.schedule_occurrences FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schedules (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    template_id uuid NOT NULL,
    rule json NOT NULL,
    next_at timestamp with time zone,
    paused_at timestamp with time zone,
    last_at timestamp with time zone,
    last_task_id uuid,
    last_error text,
    task_count integer DEFAULT 0 NOT NULL,
    missed_count integer DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.schedules FORCE ROW LEVEL SECURITY;

CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL,
    works_with integer
);

CREATE TABLE public.sync_conflicts (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    integration_id uuid NOT NULL,
    link_id uuid NOT NULL,
    task_id uuid NOT NULL,
    field text NOT NULL,
    base json,
    service_value json,
    remote_value json,
    policy text NOT NULL,
    state text NOT NULL,
    resolution text,
    resolved_by text,
    resolved_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sync_conflicts_check CHECK (((state = 'open'::text) = (resolution IS NULL))),
    CONSTRAINT sync_conflicts_resolution_check CHECK ((resolution = ANY (ARRAY['service'::text, 'remote'::text]))),
    CONSTRAINT sync_conflicts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'resolved'::text])))
);

ALTER TABLE ONLY public.sync_conflicts FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sync_failures (
    tenant_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    external_id text NOT NULL,
    title text,
    url text,
    error json NOT NULL,
    tries integer DEFAULT 1 NOT NULL,
    first_at timestamp with time zone NOT NULL,
    last_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.sync_failures FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sync_runs (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    integration_id uuid NOT NULL,
    kind text NOT NULL,
    cause text NOT NULL,
    state text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    heartbeat_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    read_count integer DEFAULT 0 NOT NULL,
    created_count integer DEFAULT 0 NOT NULL,
    changed_count integer DEFAULT 0 NOT NULL,
    removed_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer,
    cancel_asked_at timestamp with time zone,
    error json,
    log json DEFAULT '[]'::json NOT NULL,
    CONSTRAINT sync_runs_cause_check CHECK ((cause = ANY (ARRAY['first'::text, 'schedule'::text, 'manual'::text, 'sweep'::text, 'retry'::text]))),
    CONSTRAINT sync_runs_check CHECK (((state = 'running'::text) = (ended_at IS NULL))),
    CONSTRAINT sync_runs_kind_check CHECK ((kind = ANY (ARRAY['pull'::text, 'full'::text]))),
    CONSTRAINT sync_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);

ALTER TABLE ONLY public.sync_runs FORCE ROW LEVEL SECURITY;

CREATE TABLE public.sync_signals (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    integration_id uuid NOT NULL,
    kind text NOT NULL,
    task_id uuid,
    detail json,
    made_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT sync_signals_kind_check CHECK ((kind = ANY (ARRAY['task'::text, 'new'::text, 'hint'::text, 'pull'::text])))
);

ALTER TABLE ONLY public.sync_signals FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_counters (
    tenant_id uuid NOT NULL,
    last_number bigint NOT NULL
);

ALTER TABLE ONLY public.task_counters FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_dependencies (
    tenant_id uuid NOT NULL,
    task_id uuid NOT NULL,
    blocker_id uuid NOT NULL,
    is_resolved boolean DEFAULT false NOT NULL,
    CONSTRAINT task_dependencies_check CHECK ((task_id <> blocker_id))
);

ALTER TABLE ONLY public.task_dependencies FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_field_values (
    tenant_id uuid NOT NULL,
    task_id uuid NOT NULL,
    field_id uuid NOT NULL,
    value text COLLATE pg_catalog."C",
    number double precision
);

ALTER TABLE ONLY public.task_field_values FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_labels (
    tenant_id uuid NOT NULL,
    label text NOT NULL,
    task_id uuid NOT NULL
);

ALTER TABLE ONLY public.task_labels FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_templates (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    task json NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY public.task_templates FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tasks (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    status text NOT NULL,
    priority smallint NOT NULL,
    queue text NOT NULL,
    assignee text,
    delegate text,
    parent_id uuid,
    due_at timestamp with time zone,
    not_before timestamp with time zone,
    source text,
    external_id text,
    updated_at timestamp with time zone NOT NULL,
    search tsvector NOT NULL,
    doc json NOT NULL,
    turn bigint,
    ready_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    fairness_key text,
    CONSTRAINT tasks_check CHECK (((source IS NULL) = (external_id IS NULL))),
    CONSTRAINT tasks_priority_check CHECK (((priority >= 1) AND (priority <= 4))),
    CONSTRAINT tasks_status_check CHECK ((status = ANY (ARRAY['triage'::text, 'ready'::text, 'in_progress'::text, 'input_required'::text, 'in_review'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

ALTER TABLE ONLY public.tasks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenant_fences (
    tenant_id uuid NOT NULL,
    cell text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE ONLY public.tenant_fences FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenants (
    tenant_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    time_zone text DEFAULT 'UTC'::text NOT NULL,
    language text DEFAULT 'en'::text NOT NULL,
    week_start text DEFAULT 'monday'::text NOT NULL,
    settings_version integer DEFAULT 1 NOT NULL,
    settings_changed_at timestamp with time zone,
    CONSTRAINT tenants_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
    CONSTRAINT tenants_status_known CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'deleting'::text, 'moving'::text, 'moved'::text]))),
    CONSTRAINT tenants_week_start_check CHECK ((week_start = ANY (ARRAY['monday'::text, 'saturday'::text, 'sunday'::text])))
);

ALTER TABLE ONLY public.tenants FORCE ROW LEVEL SECURITY;

CREATE TABLE public.users (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    username text NOT NULL,
    name text NOT NULL,
    password_hash text,
    password_version integer DEFAULT 1 NOT NULL,
    must_change_password boolean DEFAULT false NOT NULL,
    disabled_at timestamp with time zone,
    last_sign_in_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    sign_in_networks text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT users_name_check CHECK ((char_length(name) <= 200)),
    CONSTRAINT users_username_check CHECK ((username ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$'::text))
);

ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;

CREATE TABLE public.views (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    query json NOT NULL,
    shared boolean NOT NULL,
    owner text NOT NULL,
    "position" integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    columns text[],
    CONSTRAINT views_kind_check CHECK ((kind = ANY (ARRAY['list'::text, 'board'::text])))
);

ALTER TABLE ONLY public.views FORCE ROW LEVEL SECURITY;

CREATE TABLE public.webhooks (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    event_types text[] DEFAULT '{}'::text[] NOT NULL,
    filter json DEFAULT '{}'::json NOT NULL,
    ordering text DEFAULT 'none'::text NOT NULL,
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text,
    secret public.sealed_secret NOT NULL,
    previous_secret public.sealed_secret,
    previous_secret_until timestamp with time zone,
    headers public.sealed_secret,
    header_names text[] DEFAULT '{}'::text[] NOT NULL,
    failing_since timestamp with time zone,
    warned_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    paused_until timestamp with time zone,
    retried_at timestamp with time zone,
    CONSTRAINT webhooks_check CHECK ((enabled = (disabled_reason IS NULL))),
    CONSTRAINT webhooks_check1 CHECK (((previous_secret IS NULL) = (previous_secret_until IS NULL))),
    CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['manual'::text, 'gone'::text, 'failing'::text]))),
    CONSTRAINT webhooks_ordering_check CHECK ((ordering = ANY (ARRAY['none'::text, 'task'::text])))
);

ALTER TABLE ONLY public.webhooks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.write_backs (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    integration_id uuid NOT NULL,
    link_id uuid NOT NULL,
    task_id uuid NOT NULL,
    kind text NOT NULL,
    wanted json NOT NULL,
    local json DEFAULT '{}'::json NOT NULL,
    comment_id uuid,
    task_version integer NOT NULL,
    state text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    skipped json DEFAULT '[]'::json NOT NULL,
    error json,
    planned_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    ended_at timestamp with time zone,
    approval_id uuid,
    CONSTRAINT write_backs_kind_check CHECK ((kind = ANY (ARRAY['create'::text, 'update'::text, 'comment'::text])))
);

ALTER TABLE ONLY public.write_backs FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY jobs.job ATTACH PARTITION jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 FOR VALUES IN ('deliver');

ALTER TABLE ONLY jobs.job ATTACH PARTITION jobs.job_common DEFAULT;

ALTER TABLE ONLY public.audit_entries ATTACH PARTITION public.audit_entries_default DEFAULT;

ALTER TABLE ONLY public.deliveries ATTACH PARTITION public.deliveries_default DEFAULT;

ALTER TABLE ONLY public.delivery_attempts ATTACH PARTITION public.delivery_attempts_default DEFAULT;

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;

ALTER TABLE ONLY jobs.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);

ALTER TABLE ONLY jobs.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5
    ADD CONSTRAINT j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY jobs.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);

ALTER TABLE ONLY jobs.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);

ALTER TABLE ONLY jobs.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);

ALTER TABLE ONLY jobs.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);

ALTER TABLE ONLY jobs.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);

ALTER TABLE ONLY jobs.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);

ALTER TABLE ONLY jobs.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);

ALTER TABLE ONLY jobs.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.agent_tokens
    ADD CONSTRAINT agent_tokens_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.agent_tokens
    ADD CONSTRAINT agent_tokens_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.agent_usage
    ADD CONSTRAINT agent_usage_pkey PRIMARY KEY (tenant_id, agent_id, day, shard);

ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.attachment_chunks
    ADD CONSTRAINT attachment_chunks_pkey PRIMARY KEY (tenant_id, attachment_id, place);

ALTER TABLE ONLY public.attachment_usage
    ADD CONSTRAINT attachment_usage_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, subject_id, id, at);

ALTER TABLE ONLY public.audit_entries_default
    ADD CONSTRAINT audit_entries_default_pkey PRIMARY KEY (tenant_id, subject_id, id, at);

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.connectors
    ADD CONSTRAINT connectors_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.custom_fields
    ADD CONSTRAINT custom_fields_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.data_keys
    ADD CONSTRAINT data_keys_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (tenant_id, id, created_at);

ALTER TABLE ONLY public.deliveries_default
    ADD CONSTRAINT deliveries_default_pkey PRIMARY KEY (tenant_id, id, created_at);

ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (tenant_id, delivery_id, number, at);

ALTER TABLE ONLY public.delivery_attempts_default
    ADD CONSTRAINT delivery_attempts_default_pkey PRIMARY KEY (tenant_id, delivery_id, number, at);

ALTER TABLE ONLY public.dispatch_backlog
    ADD CONSTRAINT dispatch_backlog_pkey PRIMARY KEY (tenant_id, until_xid, until_id);

ALTER TABLE ONLY public.dispatch_cursor
    ADD CONSTRAINT dispatch_cursor_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.dispatch_progress
    ADD CONSTRAINT dispatch_progress_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.dispatch_ranges
    ADD CONSTRAINT dispatch_ranges_pkey PRIMARY KEY (tenant_id, number);

ALTER TABLE ONLY public.edge_job_chunks
    ADD CONSTRAINT edge_job_chunks_pkey PRIMARY KEY (tenant_id, job_id, number);

ALTER TABLE ONLY public.edge_jobs
    ADD CONSTRAINT edge_jobs_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (tenant_id, xid, id, occurred_at);

ALTER TABLE ONLY public.events_default
    ADD CONSTRAINT events_default_pkey PRIMARY KEY (tenant_id, xid, id, occurred_at);

ALTER TABLE ONLY public.fairness_turns
    ADD CONSTRAINT fairness_turns_pkey PRIMARY KEY (tenant_id, queue, key, priority);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, key);

ALTER TABLE ONLY public.import_chunks
    ADD CONSTRAINT import_chunks_pkey PRIMARY KEY (tenant_id, import_id, place);

ALTER TABLE ONLY public.import_errors
    ADD CONSTRAINT import_errors_pkey PRIMARY KEY (tenant_id, import_id, line);

ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.inbound_messages
    ADD CONSTRAINT inbound_messages_pkey PRIMARY KEY (tenant_id, integration_id, id);

ALTER TABLE ONLY public.inbox_digests
    ADD CONSTRAINT inbox_digests_pkey PRIMARY KEY (tenant_id, user_id);

ALTER TABLE ONLY public.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.integration_secrets
    ADD CONSTRAINT integration_secrets_pkey PRIMARY KEY (tenant_id, integration_id, name);

ALTER TABLE ONLY public.integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.key_uses
    ADD CONSTRAINT key_uses_pkey PRIMARY KEY (tenant_id, fingerprint);

ALTER TABLE ONLY public.link_history
    ADD CONSTRAINT link_history_pkey PRIMARY KEY (tenant_id, link_id, id);

ALTER TABLE ONLY public.linked_comments
    ADD CONSTRAINT linked_comments_pkey PRIMARY KEY (tenant_id, link_id, external_id);

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.maintenance_lease
    ADD CONSTRAINT maintenance_lease_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.master_keys
    ADD CONSTRAINT master_keys_generation_key UNIQUE (generation);

ALTER TABLE ONLY public.master_keys
    ADD CONSTRAINT master_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_cause UNIQUE (tenant_id, user_id, cause);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (tenant_id, user_id, id);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_digest_key UNIQUE (tenant_id, digest);

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_pkey PRIMARY KEY (tenant_id, user_id);

ALTER TABLE ONLY public.questions
    ADD CONSTRAINT questions_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.queue_entries
    ADD CONSTRAINT queue_entries_pkey PRIMARY KEY (tenant_id, queue, delegate, turn, task_id);

ALTER TABLE ONLY public.queues
    ADD CONSTRAINT queues_pkey PRIMARY KEY (tenant_id, name);

ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.schedule_occurrences
    ADD CONSTRAINT schedule_occurrences_pkey PRIMARY KEY (tenant_id, schedule_id, occurs_at);

ALTER TABLE ONLY public.schedules
    ADD CONSTRAINT schedules_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.sync_conflicts
    ADD CONSTRAINT sync_conflicts_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.sync_failures
    ADD CONSTRAINT sync_failures_pkey PRIMARY KEY (tenant_id, integration_id, external_id);

ALTER TABLE ONLY public.sync_runs
    ADD CONSTRAINT sync_runs_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.sync_signals
    ADD CONSTRAINT sync_signals_pkey PRIMARY KEY (tenant_id, integration_id, id);

ALTER TABLE ONLY public.task_counters
    ADD CONSTRAINT task_counters_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.task_dependencies
    ADD CONSTRAINT task_dependencies_pkey PRIMARY KEY (tenant_id, task_id, blocker_id);

ALTER TABLE ONLY public.task_field_values
    ADD CONSTRAINT task_field_values_pkey PRIMARY KEY (tenant_id, task_id, field_id);

ALTER TABLE ONLY public.task_labels
    ADD CONSTRAINT task_labels_pkey PRIMARY KEY (tenant_id, label, task_id);

ALTER TABLE ONLY public.task_templates
    ADD CONSTRAINT task_templates_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tenant_fences
    ADD CONSTRAINT tenant_fences_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_slug_key UNIQUE (slug);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key UNIQUE (tenant_id, username);

ALTER TABLE ONLY public.views
    ADD CONSTRAINT views_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.write_backs
    ADD CONSTRAINT write_backs_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE public.write_backs
    ADD CONSTRAINT write_backs_state_check CHECK ((state = ANY (ARRAY['awaiting_approval'::text, 'planned'::text, 'sent'::text, 'confirmed'::text, 'conflict'::text, 'failed'::text, 'superseded'::text]))) NOT VALID;

CREATE INDEX j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5_i11 ON jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::jobs.job_state) AND (NOT blocked));

CREATE UNIQUE INDEX j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5_i4 ON jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::jobs.job_state) AND (singleton_on IS NOT NULL));

CREATE INDEX j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5_i7 ON jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 USING btree (name, group_id) WHERE ((state = 'active'::jobs.job_state) AND (group_id IS NOT NULL));

CREATE INDEX j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5_i9 ON jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 USING btree (name, id) WHERE (blocking AND (state = 'completed'::jobs.job_state));

CREATE UNIQUE INDEX job_common_i1 ON jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::jobs.job_state) AND (policy = 'short'::text));

CREATE INDEX job_common_i10 ON jobs.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::jobs.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));

CREATE INDEX job_common_i11 ON jobs.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::jobs.job_state) AND (NOT blocked));

CREATE UNIQUE INDEX job_common_i2 ON jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::jobs.job_state) AND (policy = 'singleton'::text));

CREATE UNIQUE INDEX job_common_i3 ON jobs.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::jobs.job_state) AND (policy = 'stately'::text));

CREATE UNIQUE INDEX job_common_i4 ON jobs.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::jobs.job_state) AND (singleton_on IS NOT NULL));

CREATE UNIQUE INDEX job_common_i6 ON jobs.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::jobs.job_state) AND (policy = 'exclusive'::text));

CREATE INDEX job_common_i7 ON jobs.job_common USING btree (name, group_id) WHERE ((state = 'active'::jobs.job_state) AND (group_id IS NOT NULL));

CREATE UNIQUE INDEX job_common_i8 ON jobs.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::jobs.job_state, 'retry'::jobs.job_state, 'failed'::jobs.job_state])) AND (policy = 'key_strict_fifo'::text));

CREATE INDEX job_common_i9 ON jobs.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::jobs.job_state));

CREATE INDEX job_dep_parent_idx ON jobs.job_dependency USING btree (parent_name, parent_id);

CREATE INDEX queue_stats_i1 ON ONLY jobs.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);

CREATE INDEX warning_i1 ON jobs.warning USING btree (created_on DESC);

CREATE INDEX agent_tokens_agent ON public.agent_tokens USING btree (tenant_id, agent_id);

CREATE INDEX agent_usage_day ON public.agent_usage USING btree (tenant_id, day);

CREATE UNIQUE INDEX agents_name ON public.agents USING btree (tenant_id, name);

CREATE INDEX approvals_age ON public.approvals USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX approvals_agent ON public.approvals USING btree (tenant_id, agent, state, id);

CREATE UNIQUE INDEX approvals_open_run ON public.approvals USING btree (tenant_id, run_id) WHERE ((state = 'open'::text) AND (link_id IS NULL));

CREATE INDEX approvals_state ON public.approvals USING btree (tenant_id, state, id);

CREATE INDEX approvals_task ON public.approvals USING btree (tenant_id, task_id, id);

CREATE INDEX attachments_leftover ON public.attachments USING btree (tenant_id, id) WHERE ((state = 'uploading'::text) OR (task_id IS NULL));

CREATE INDEX attachments_task ON public.attachments USING btree (tenant_id, task_id, id);

CREATE INDEX audit_entries_moves ON ONLY public.audit_entries USING btree (tenant_id, action, at) INCLUDE (subject_id) WHERE (action = ANY (ARRAY['task.triaged'::text, 'task.readied'::text, 'task.reopened'::text, 'task.started'::text, 'task.input_requested'::text, 'task.review_requested'::text, 'task.completed'::text, 'task.failed'::text, 'task.canceled'::text]));

CREATE INDEX audit_entries_default_tenant_id_action_at_subject_id_idx ON public.audit_entries_default USING btree (tenant_id, action, at) INCLUDE (subject_id) WHERE (action = ANY (ARRAY['task.triaged'::text, 'task.readied'::text, 'task.reopened'::text, 'task.started'::text, 'task.input_requested'::text, 'task.review_requested'::text, 'task.completed'::text, 'task.failed'::text, 'task.canceled'::text]));

CREATE INDEX audit_entries_log ON ONLY public.audit_entries USING btree (tenant_id, id);

CREATE INDEX audit_entries_default_tenant_id_id_idx ON public.audit_entries_default USING btree (tenant_id, id);

CREATE INDEX comments_task ON public.comments USING btree (tenant_id, task_id, id);

CREATE UNIQUE INDEX connectors_enrolment ON public.connectors USING btree (tenant_id, enrolment_hash) WHERE (enrolment_hash IS NOT NULL);

CREATE UNIQUE INDEX connectors_name ON public.connectors USING btree (tenant_id, name);

CREATE UNIQUE INDEX connectors_session ON public.connectors USING btree (tenant_id, session_id) WHERE (session_id IS NOT NULL);

CREATE UNIQUE INDEX custom_fields_key ON public.custom_fields USING btree (tenant_id, key);

CREATE INDEX custom_fields_position ON public.custom_fields USING btree (tenant_id, "position", id);

CREATE UNIQUE INDEX data_keys_current ON public.data_keys USING btree (tenant_id) WHERE is_current;

CREATE INDEX deliveries_deferred ON ONLY public.deliveries USING btree (next_attempt_at, tenant_id) WHERE is_deferred;

CREATE INDEX deliveries_default_next_attempt_at_tenant_id_idx ON public.deliveries_default USING btree (next_attempt_at, tenant_id) WHERE is_deferred;

CREATE INDEX deliveries_unqueued ON ONLY public.deliveries USING btree (tenant_id, id) WHERE ((queued_at IS NULL) AND (status = 'pending'::text));

CREATE INDEX deliveries_default_tenant_id_id_idx ON public.deliveries_default USING btree (tenant_id, id) WHERE ((queued_at IS NULL) AND (status = 'pending'::text));

CREATE INDEX deliveries_subject ON ONLY public.deliveries USING btree (tenant_id, subject_id, id);

CREATE INDEX deliveries_default_tenant_id_subject_id_id_idx ON public.deliveries_default USING btree (tenant_id, subject_id, id);

CREATE INDEX deliveries_webhook ON ONLY public.deliveries USING btree (tenant_id, webhook_id, id);

CREATE INDEX deliveries_default_tenant_id_webhook_id_id_idx ON public.deliveries_default USING btree (tenant_id, webhook_id, id);

CREATE INDEX deliveries_status ON ONLY public.deliveries USING btree (tenant_id, webhook_id, status, id) WHERE (status <> 'delivered'::text);

CREATE INDEX deliveries_default_tenant_id_webhook_id_status_id_idx ON public.deliveries_default USING btree (tenant_id, webhook_id, status, id) WHERE (status <> 'delivered'::text);

CREATE INDEX deliveries_line ON ONLY public.deliveries USING btree (tenant_id, webhook_id, subject_id, event_xid, event_id) WHERE (status = ANY (ARRAY['waiting'::text, 'pending'::text]));

CREATE INDEX deliveries_default_tenant_id_webhook_id_subject_id_event_xi_idx ON public.deliveries_default USING btree (tenant_id, webhook_id, subject_id, event_xid, event_id) WHERE (status = ANY (ARRAY['waiting'::text, 'pending'::text]));

CREATE INDEX edge_jobs_age ON public.edge_jobs USING btree (tenant_id, created_at);

CREATE INDEX edge_jobs_ended ON public.edge_jobs USING btree (tenant_id, connector_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX edge_jobs_of_connector ON public.edge_jobs USING btree (tenant_id, connector_id, id);

CREATE INDEX edge_jobs_open ON public.edge_jobs USING btree (tenant_id, connector_id, id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

CREATE UNIQUE INDEX edge_jobs_request ON public.edge_jobs USING btree (tenant_id, connector_id, request_key) WHERE (request_key IS NOT NULL);

CREATE INDEX edge_jobs_short_rows ON public.edge_jobs USING btree (tenant_id, id) WHERE ((rows IS NOT NULL) AND (byte_count > 4096));

CREATE INDEX edge_jobs_state ON public.edge_jobs USING btree (tenant_id, connector_id, state, id);

CREATE INDEX events_log ON ONLY public.events USING btree (xid, id);

CREATE INDEX events_default_xid_id_idx ON public.events_default USING btree (xid, id);

CREATE INDEX fairness_turns_age ON public.fairness_turns USING btree (tenant_id, updated_at);

CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (tenant_id, expires_at) WHERE (expires_at > '-infinity'::timestamp with time zone);

CREATE INDEX imports_active ON public.imports USING btree (tenant_id, id) WHERE (state = ANY (ARRAY['validating'::text, 'importing'::text]));

CREATE INDEX imports_age ON public.imports USING btree (tenant_id, updated_at);

CREATE INDEX inbound_messages_age ON public.inbound_messages USING btree (tenant_id, received_at);

CREATE UNIQUE INDEX inbound_messages_delivery ON public.inbound_messages USING btree (tenant_id, integration_id, delivery_id) WHERE ((outcome = 'accepted'::text) AND (delivery_id IS NOT NULL));

CREATE INDEX inbox_digests_due ON public.inbox_digests USING btree (due_at, tenant_id) WHERE (due_at IS NOT NULL);

CREATE INDEX integrations_due ON public.integrations USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX integrations_name ON public.integrations USING btree (tenant_id, name, id);

CREATE INDEX link_history_age ON public.link_history USING btree (tenant_id, at);

CREATE UNIQUE INDEX linked_comments_comment ON public.linked_comments USING btree (tenant_id, link_id, comment_id);

CREATE UNIQUE INDEX links_external ON public.links USING btree (tenant_id, integration_id, external_id) WHERE ((external_id IS NOT NULL) AND (state <> 'gone'::text));

CREATE INDEX links_of_integration ON public.links USING btree (tenant_id, integration_id, id);

CREATE INDEX links_retry ON public.links USING btree (tenant_id, integration_id, retry_at) WHERE (retry_at IS NOT NULL);

CREATE INDEX links_state ON public.links USING btree (tenant_id, integration_id, state, id) WHERE (state <> 'active'::text);

CREATE UNIQUE INDEX links_task ON public.links USING btree (tenant_id, task_id, integration_id) WHERE (state <> 'gone'::text);

CREATE INDEX notifications_age ON public.notifications USING btree (tenant_id, shows_at);

CREATE INDEX notifications_place ON public.notifications USING btree (tenant_id, user_id, shows_at, id);

CREATE INDEX questions_age ON public.questions USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX questions_agent ON public.questions USING btree (tenant_id, agent, state, id);

CREATE INDEX questions_due ON public.questions USING btree (expires_at, tenant_id) WHERE ((state = 'open'::text) AND (expires_at IS NOT NULL));

CREATE UNIQUE INDEX questions_link ON public.questions USING btree (tenant_id, link_digest) WHERE (link_digest IS NOT NULL);

CREATE UNIQUE INDEX questions_open ON public.questions USING btree (tenant_id, run_id) WHERE (state = 'open'::text);

CREATE INDEX questions_state ON public.questions USING btree (tenant_id, state, id);

CREATE INDEX questions_task ON public.questions USING btree (tenant_id, task_id, id);

CREATE INDEX runs_age ON public.runs USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX runs_agent ON public.runs USING btree (tenant_id, agent, id);

CREATE UNIQUE INDEX runs_live ON public.runs USING btree (tenant_id, task_id) WHERE (ended_at IS NULL);

CREATE INDEX runs_live_agent ON public.runs USING btree (tenant_id, agent) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX runs_task ON public.runs USING btree (tenant_id, task_id, attempt);

CREATE INDEX schedule_occurrences_age ON public.schedule_occurrences USING btree (tenant_id, created_at);

CREATE INDEX schedules_due ON public.schedules USING btree (next_at, tenant_id) WHERE (next_at IS NOT NULL);

CREATE INDEX schedules_template ON public.schedules USING btree (tenant_id, template_id);

CREATE INDEX sync_conflicts_age ON public.sync_conflicts USING btree (tenant_id, resolved_at) WHERE (resolved_at IS NOT NULL);

CREATE INDEX sync_conflicts_link ON public.sync_conflicts USING btree (tenant_id, link_id);

CREATE UNIQUE INDEX sync_conflicts_open ON public.sync_conflicts USING btree (tenant_id, link_id, field) WHERE (state = 'open'::text);

CREATE INDEX sync_conflicts_state ON public.sync_conflicts USING btree (tenant_id, integration_id, state, id);

CREATE INDEX sync_conflicts_task ON public.sync_conflicts USING btree (tenant_id, task_id, id);

CREATE INDEX sync_runs_age ON public.sync_runs USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX sync_runs_empty ON public.sync_runs USING btree (tenant_id, integration_id, id) WHERE ((cause = 'schedule'::text) AND (state = 'succeeded'::text) AND ((((created_count + changed_count) + removed_count) + failed_count) = 0));

CREATE INDEX sync_runs_of_integration ON public.sync_runs USING btree (tenant_id, integration_id, id);

CREATE UNIQUE INDEX sync_runs_running ON public.sync_runs USING btree (tenant_id, integration_id) WHERE (state = 'running'::text);

CREATE INDEX task_dependencies_blocker ON public.task_dependencies USING btree (tenant_id, blocker_id);

CREATE INDEX task_dependencies_resolved ON public.task_dependencies USING btree (tenant_id, task_id) WHERE is_resolved;

CREATE INDEX task_field_values_number ON public.task_field_values USING btree (tenant_id, field_id, number, task_id) WHERE (number IS NOT NULL);

CREATE INDEX task_field_values_value ON public.task_field_values USING btree (tenant_id, field_id, value, task_id) WHERE (value IS NOT NULL);

CREATE INDEX task_labels_task ON public.task_labels USING btree (tenant_id, task_id);

CREATE INDEX tasks_assignee ON public.tasks USING btree (tenant_id, assignee, id) WHERE (assignee IS NOT NULL);

CREATE INDEX tasks_delegate ON public.tasks USING btree (tenant_id, delegate, id) WHERE (delegate IS NOT NULL);

CREATE INDEX tasks_due ON public.tasks USING btree (tenant_id, (
CASE
    WHEN (due_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE due_at
END), id);

CREATE INDEX tasks_failed ON public.tasks USING btree (tenant_id, updated_at, id) WHERE (status = 'failed'::text);

CREATE UNIQUE INDEX tasks_number ON public.tasks USING btree (tenant_id, number);

CREATE INDEX tasks_open_assignee ON public.tasks USING btree (tenant_id, assignee) WHERE ((assignee IS NOT NULL) AND (status = ANY (ARRAY['triage'::text, 'ready'::text, 'in_progress'::text, 'input_required'::text, 'in_review'::text])));

CREATE INDEX tasks_open_delegate ON public.tasks USING btree (tenant_id, delegate) WHERE ((delegate IS NOT NULL) AND (status = ANY (ARRAY['triage'::text, 'ready'::text, 'in_progress'::text, 'input_required'::text, 'in_review'::text])));

CREATE INDEX tasks_open_due ON public.tasks USING btree (tenant_id, due_at, id) WHERE ((due_at IS NOT NULL) AND (status = ANY (ARRAY['triage'::text, 'ready'::text, 'in_progress'::text, 'input_required'::text, 'in_review'::text])));

CREATE INDEX tasks_open_urgent ON public.tasks USING btree (tenant_id, id) WHERE ((priority = 1) AND (assignee IS NULL) AND (delegate IS NULL) AND (status = ANY (ARRAY['triage'::text, 'ready'::text, 'in_progress'::text, 'input_required'::text, 'in_review'::text])));

CREATE INDEX tasks_parent ON public.tasks USING btree (tenant_id, parent_id, id) WHERE (parent_id IS NOT NULL);

CREATE INDEX tasks_priority ON public.tasks USING btree (tenant_id, priority, id);

CREATE INDEX tasks_queue ON public.tasks USING btree (tenant_id, queue, status, id);

CREATE UNIQUE INDEX tasks_reference ON public.tasks USING btree (tenant_id, source, external_id) WHERE (source IS NOT NULL);

CREATE INDEX tasks_scheduled ON public.tasks USING btree (tenant_id, queue, id) WHERE ((turn IS NULL) AND (status = 'ready'::text));

CREATE INDEX tasks_search ON public.tasks USING gin (tenant_id, search);

CREATE INDEX tasks_status ON public.tasks USING btree (tenant_id, status, id);

CREATE INDEX tasks_text ON public.tasks USING gin (tenant_id, public.task_text(external_id, doc) public.gin_trgm_ops);

CREATE INDEX tasks_unassigned ON public.tasks USING btree (tenant_id, id) WHERE (assignee IS NULL);

CREATE INDEX tasks_unconfirmed ON public.tasks USING btree (tenant_id, id) WHERE ((status = 'completed'::text) AND ((public.without_nul(doc) #>> '{settled_at}'::text[]) IS NULL) AND ((public.without_nul(doc) #>> '{origin,integration_id}'::text[]) IS NOT NULL));

CREATE INDEX tasks_unqueued ON public.tasks USING btree (ready_at, tenant_id) WHERE ((turn IS NULL) AND (status = 'ready'::text));

CREATE INDEX tasks_updated ON public.tasks USING btree (tenant_id, updated_at, id);

CREATE INDEX views_position ON public.views USING btree (tenant_id, "position", id);

CREATE INDEX write_backs_age ON public.write_backs USING btree (tenant_id, ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX write_backs_approval ON public.write_backs USING btree (tenant_id, approval_id) WHERE (approval_id IS NOT NULL);

CREATE INDEX write_backs_awaiting ON public.write_backs USING btree (tenant_id, link_id) WHERE (state = 'awaiting_approval'::text);

CREATE INDEX write_backs_link ON public.write_backs USING btree (tenant_id, link_id);

CREATE INDEX write_backs_of_integration ON public.write_backs USING btree (tenant_id, integration_id, id);

CREATE INDEX write_backs_open ON public.write_backs USING btree (tenant_id, link_id, id) WHERE (state = ANY (ARRAY['planned'::text, 'sent'::text]));

CREATE INDEX write_backs_state ON public.write_backs USING btree (tenant_id, integration_id, state, id) WHERE (state <> 'confirmed'::text);

CREATE INDEX write_backs_task ON public.write_backs USING btree (tenant_id, task_id, id);

ALTER INDEX jobs.job_pkey ATTACH PARTITION jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5_pkey;

ALTER INDEX jobs.job_pkey ATTACH PARTITION jobs.job_common_pkey;

ALTER INDEX public.audit_entries_pkey ATTACH PARTITION public.audit_entries_default_pkey;

ALTER INDEX public.audit_entries_moves ATTACH PARTITION public.audit_entries_default_tenant_id_action_at_subject_id_idx;

ALTER INDEX public.audit_entries_log ATTACH PARTITION public.audit_entries_default_tenant_id_id_idx;

ALTER INDEX public.deliveries_deferred ATTACH PARTITION public.deliveries_default_next_attempt_at_tenant_id_idx;

ALTER INDEX public.deliveries_pkey ATTACH PARTITION public.deliveries_default_pkey;

ALTER INDEX public.deliveries_unqueued ATTACH PARTITION public.deliveries_default_tenant_id_id_idx;

ALTER INDEX public.deliveries_subject ATTACH PARTITION public.deliveries_default_tenant_id_subject_id_id_idx;

ALTER INDEX public.deliveries_webhook ATTACH PARTITION public.deliveries_default_tenant_id_webhook_id_id_idx;

ALTER INDEX public.deliveries_status ATTACH PARTITION public.deliveries_default_tenant_id_webhook_id_status_id_idx;

ALTER INDEX public.deliveries_line ATTACH PARTITION public.deliveries_default_tenant_id_webhook_id_subject_id_event_xi_idx;

ALTER INDEX public.delivery_attempts_pkey ATTACH PARTITION public.delivery_attempts_default_pkey;

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_default_pkey;

ALTER INDEX public.events_log ATTACH PARTITION public.events_default_xid_id_idx;

CREATE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OF digest, expires_at, revoked_at OR TRUNCATE ON public.agent_tokens FOR EACH STATEMENT EXECUTE FUNCTION public.count_access_change();

CREATE TRIGGER count_change AFTER UPDATE OF reads_beyond_claim ON public.agents FOR EACH ROW WHEN ((old.reads_beyond_claim IS DISTINCT FROM new.reads_beyond_claim)) EXECUTE FUNCTION public.count_access_change();

CREATE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION public.count_access_change();

CREATE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OF slug, status OR TRUNCATE ON public.tenants FOR EACH STATEMENT EXECUTE FUNCTION public.count_access_change();

CREATE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OF tenant_id, id, username, password_hash, password_version, disabled_at OR TRUNCATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION public.count_access_change();

CREATE TRIGGER pass_replicated BEFORE INSERT OR UPDATE ON public.deliveries FOR EACH ROW EXECUTE FUNCTION public.pass_replicated_delivery();

ALTER TABLE public.deliveries ENABLE REPLICA TRIGGER pass_replicated;

CREATE TRIGGER pass_replicated BEFORE INSERT ON public.events FOR EACH ROW EXECUTE FUNCTION public.pass_replicated_event();

ALTER TABLE public.events ENABLE REPLICA TRIGGER pass_replicated;

ALTER TABLE ONLY jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY jobs.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY jobs.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES jobs.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE ONLY jobs.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES jobs.queue(name);

ALTER TABLE ONLY jobs.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES jobs.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY jobs.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES jobs.queue(name) ON DELETE CASCADE;

ALTER TABLE ONLY public.agent_tokens
    ADD CONSTRAINT agent_tokens_tenant_id_agent_id_fkey FOREIGN KEY (tenant_id, agent_id) REFERENCES public.agents(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.agent_usage
    ADD CONSTRAINT agent_usage_tenant_id_agent_id_fkey FOREIGN KEY (tenant_id, agent_id) REFERENCES public.agents(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attachment_chunks
    ADD CONSTRAINT attachment_chunks_tenant_id_attachment_id_fkey FOREIGN KEY (tenant_id, attachment_id) REFERENCES public.attachments(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE SET NULL (task_id);

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.data_keys
    ADD CONSTRAINT data_keys_master_key_id_fkey FOREIGN KEY (master_key_id) REFERENCES public.master_keys(id);

ALTER TABLE ONLY public.edge_job_chunks
    ADD CONSTRAINT edge_job_chunks_tenant_id_job_id_fkey FOREIGN KEY (tenant_id, job_id) REFERENCES public.edge_jobs(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.edge_jobs
    ADD CONSTRAINT edge_jobs_tenant_id_connector_id_fkey FOREIGN KEY (tenant_id, connector_id) REFERENCES public.connectors(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_chunks
    ADD CONSTRAINT import_chunks_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES public.imports(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.import_errors
    ADD CONSTRAINT import_errors_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES public.imports(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inbound_messages
    ADD CONSTRAINT inbound_messages_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES public.integrations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.inbox_digests
    ADD CONSTRAINT inbox_digests_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES public.users(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.integration_secrets
    ADD CONSTRAINT integration_secrets_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES public.integrations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.link_history
    ADD CONSTRAINT link_history_tenant_id_link_id_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES public.links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.linked_comments
    ADD CONSTRAINT linked_comments_tenant_id_link_id_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES public.links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES public.integrations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.password_resets
    ADD CONSTRAINT password_resets_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES public.users(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.schedule_occurrences
    ADD CONSTRAINT schedule_occurrences_tenant_id_schedule_id_fkey FOREIGN KEY (tenant_id, schedule_id) REFERENCES public.schedules(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.schedules
    ADD CONSTRAINT schedules_tenant_id_template_id_fkey FOREIGN KEY (tenant_id, template_id) REFERENCES public.task_templates(tenant_id, id);

ALTER TABLE ONLY public.sync_conflicts
    ADD CONSTRAINT sync_conflicts_tenant_id_link_id_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES public.links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sync_failures
    ADD CONSTRAINT sync_failures_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES public.integrations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sync_runs
    ADD CONSTRAINT sync_runs_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES public.integrations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sync_signals
    ADD CONSTRAINT sync_signals_tenant_id_integration_id_fkey FOREIGN KEY (tenant_id, integration_id) REFERENCES public.integrations(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_dependencies
    ADD CONSTRAINT task_dependencies_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_field_values
    ADD CONSTRAINT task_field_values_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.task_labels
    ADD CONSTRAINT task_labels_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES public.tasks(tenant_id, id);

ALTER TABLE ONLY public.write_backs
    ADD CONSTRAINT write_backs_tenant_id_link_id_fkey FOREIGN KEY (tenant_id, link_id) REFERENCES public.links(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE public.agent_tokens ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agent_usage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.agents ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.approvals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.attachment_chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.attachment_usage ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.attachments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries_default ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.comments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.connectors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.custom_fields ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.data_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.deliveries_default ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.delivery_attempts_default ENABLE ROW LEVEL SECURITY;

CREATE POLICY dispatch ON public.dispatch_backlog TO task_service_feed USING (true) WITH CHECK (true);

CREATE POLICY dispatch ON public.dispatch_ranges TO task_service_feed USING (true) WITH CHECK (true);

ALTER TABLE public.dispatch_backlog ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.dispatch_ranges ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.edge_job_chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.edge_jobs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events_default ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.fairness_turns ENABLE ROW LEVEL SECURITY;

CREATE POLICY find_active ON public.tenants FOR SELECT TO task_service_feed USING (true);

CREATE POLICY find_agent ON public.agents FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_fence ON public.tenant_fences FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_key ON public.api_keys FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_links ON public.links FOR SELECT TO task_service_feed USING (true);

CREATE POLICY find_tenant ON public.tenants FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_tenants ON public.tenants FOR SELECT TO task_service_purge USING (true);

CREATE POLICY find_token ON public.agent_tokens FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_words ON public.tasks FOR SELECT TO task_service_search USING (true);

CREATE POLICY find_work ON public.integrations TO task_service_feed USING (true) WITH CHECK (true);

CREATE POLICY group_isolation ON public.agent_usage TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.agents TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.audit_entries TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.custom_fields TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.events TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.fairness_turns TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.idempotency_keys TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.queue_entries TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.queues TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.runs TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.task_counters TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.task_labels TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.tasks TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.tenant_fences TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_locks_only ON public.agents AS RESTRICTIVE FOR UPDATE TO task_service_group USING (true) WITH CHECK (false);

CREATE POLICY group_locks_only ON public.tasks AS RESTRICTIVE FOR UPDATE TO task_service_group USING (true) WITH CHECK (false);

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.import_errors ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.imports ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbound_messages ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.inbox_digests ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.integration_secrets ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.integrations ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.key_uses ENABLE ROW LEVEL SECURITY;

CREATE POLICY leftover ON public.attachments FOR SELECT TO task_service_purge USING (((state = 'uploading'::text) OR (task_id IS NULL)));

ALTER TABLE public.link_history ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.linked_comments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.links ENABLE ROW LEVEL SECURITY;

CREATE POLICY match_events ON public.webhooks FOR SELECT TO task_service_feed USING (true);

CREATE POLICY note_deliveries ON public.deliveries TO task_service_feed USING (true) WITH CHECK (true);

ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;

CREATE POLICY notify ON public.comments FOR SELECT TO task_service_feed USING (true);

CREATE POLICY notify ON public.notifications TO task_service_feed USING (true) WITH CHECK (true);

CREATE POLICY notify ON public.users FOR SELECT TO task_service_feed USING (true);

ALTER TABLE public.password_resets ENABLE ROW LEVEL SECURITY;

CREATE POLICY purge_deleting ON public.audit_entries TO task_service_purge USING ((tenant_id IN ( SELECT t.tenant_id
   FROM public.tenants t
  WHERE (t.status = 'deleting'::text))));

CREATE POLICY purge_deleting ON public.events TO task_service_purge USING ((tenant_id IN ( SELECT t.tenant_id
   FROM public.tenants t
  WHERE (t.status = 'deleting'::text))));

ALTER TABLE public.questions ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.queue_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.queues ENABLE ROW LEVEL SECURITY;

CREATE POLICY read_feed ON public.events FOR SELECT TO task_service_feed USING (true);

CREATE POLICY retention ON public.agent_usage TO task_service_purge USING (true);

CREATE POLICY retention ON public.approvals TO task_service_purge USING ((ended_at IS NOT NULL));

CREATE POLICY retention ON public.audit_entries_default TO task_service_purge USING (true);

CREATE POLICY retention ON public.deliveries_default TO task_service_purge USING (true);

CREATE POLICY retention ON public.delivery_attempts_default TO task_service_purge USING (true);

CREATE POLICY retention ON public.edge_job_chunks TO task_service_purge USING (true);

CREATE POLICY retention ON public.edge_jobs TO task_service_purge USING (true);

CREATE POLICY retention ON public.events_default TO task_service_purge USING (true);

CREATE POLICY retention ON public.fairness_turns TO task_service_purge USING (true);

CREATE POLICY retention ON public.idempotency_keys TO task_service_purge USING ((expires_at <= now()));

CREATE POLICY retention ON public.imports TO task_service_purge USING (true);

CREATE POLICY retention ON public.inbound_messages TO task_service_purge USING (true);

CREATE POLICY retention ON public.link_history TO task_service_purge USING (true);

CREATE POLICY retention ON public.notifications TO task_service_purge USING (true);

CREATE POLICY retention ON public.password_resets TO task_service_purge USING ((expires_at <= now()));

CREATE POLICY retention ON public.questions TO task_service_purge USING ((ended_at IS NOT NULL));

CREATE POLICY retention ON public.runs TO task_service_purge USING ((ended_at IS NOT NULL));

CREATE POLICY retention ON public.schedule_occurrences TO task_service_purge USING (true);

CREATE POLICY retention ON public.sync_conflicts TO task_service_purge USING ((state = 'resolved'::text));

CREATE POLICY retention ON public.sync_runs TO task_service_purge USING (true);

CREATE POLICY retention ON public.write_backs TO task_service_purge USING ((state = ANY (ARRAY['confirmed'::text, 'superseded'::text, 'failed'::text])));

ALTER TABLE public.runs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.schedule_occurrences ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.schedules ENABLE ROW LEVEL SECURITY;

CREATE POLICY sweep ON public.imports FOR SELECT TO task_service_feed USING ((state = ANY (ARRAY['validating'::text, 'importing'::text])));

CREATE POLICY sweep ON public.inbox_digests FOR SELECT TO task_service_feed USING (true);

CREATE POLICY sweep ON public.questions FOR SELECT TO task_service_feed USING (true);

CREATE POLICY sweep ON public.runs FOR SELECT TO task_service_feed USING (true);

CREATE POLICY sweep ON public.schedules FOR SELECT TO task_service_feed USING (true);

CREATE POLICY sweep ON public.task_dependencies FOR SELECT TO task_service_feed USING (true);

CREATE POLICY sweep ON public.tasks FOR SELECT TO task_service_feed USING (true);

ALTER TABLE public.sync_conflicts ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sync_failures ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sync_runs ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.sync_signals ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_counters ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_dependencies ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_field_values ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_labels ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_templates ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tasks ENABLE ROW LEVEL SECURITY;

CREATE POLICY tell ON public.sync_signals TO task_service_feed USING (true) WITH CHECK (true);

ALTER TABLE public.tenant_fences ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON public.agent_tokens TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.agent_usage TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.agents TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.api_keys TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.approvals TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.attachment_chunks TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.attachment_usage TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.attachments TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.audit_entries TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.audit_entries_default TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.comments TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.connectors TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.custom_fields TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.data_keys TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.deliveries TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.deliveries_default TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.delivery_attempts TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.delivery_attempts_default TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.dispatch_backlog TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.dispatch_ranges TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.edge_job_chunks TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.edge_jobs TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.events TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.events_default TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.fairness_turns TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.idempotency_keys TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.import_chunks TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.import_errors TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.imports TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.inbound_messages TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.inbox_digests TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.integration_secrets TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.integrations TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.key_uses TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.link_history TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.linked_comments TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.links TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.notifications TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.password_resets TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.questions TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.queue_entries TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.queues TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.runs TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.schedule_occurrences TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.schedules TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.sync_conflicts TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.sync_failures TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.sync_runs TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.sync_signals TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_counters TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_dependencies TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_field_values TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_labels TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_templates TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.tasks TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.tenant_fences TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.tenants TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.users TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.views TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.webhooks TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.write_backs TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

ALTER TABLE public.tenants ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.views ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.write_backs ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA jobs TO task_service_feed;

REVOKE ALL ON FUNCTION jobs.create_queue(queue_name text, options jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION jobs.delete_queue(queue_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION jobs.job_now() FROM PUBLIC;
GRANT ALL ON FUNCTION jobs.job_now() TO task_service_feed;

REVOKE ALL ON FUNCTION jobs.job_table_format(command text, table_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION jobs.job_table_run(command text, tbl_name text, queue_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION jobs.job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.add_partition(parent regclass, week date) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.admit_group(target regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.admit_write(tenant uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.admit_write(tenant uuid) TO task_service_app;
GRANT ALL ON FUNCTION public.admit_write(tenant uuid) TO task_service_group;

REVOKE ALL ON FUNCTION public.count_access_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ensure_partitions(parent regclass, weeks_ahead integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.field_number(type text, choices json, value json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.field_number(type text, choices json, value json) TO task_service_app;

REVOKE ALL ON FUNCTION public.fold_text(value text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.fold_text(value text) TO task_service_app;
GRANT ALL ON FUNCTION public.fold_text(value text) TO task_service_group;
GRANT ALL ON FUNCTION public.fold_text(value text) TO task_service_search;

REVOKE ALL ON FUNCTION public.field_text(type text, choices json, value json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.field_text(type text, choices json, value json) TO task_service_app;

REVOKE ALL ON FUNCTION public.without_nul(doc json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.without_nul(doc json) TO task_service_app;
GRANT ALL ON FUNCTION public.without_nul(doc json) TO task_service_group;
GRANT ALL ON FUNCTION public.without_nul(doc json) TO task_service_search;
GRANT ALL ON FUNCTION public.without_nul(doc json) TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.custom_fields TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.custom_fields TO task_service_group;

GRANT SELECT(id) ON TABLE public.custom_fields TO task_service_group;

GRANT SELECT(key) ON TABLE public.custom_fields TO task_service_group;

REVOKE ALL ON FUNCTION public.field_rows(owner uuid, fields json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.field_rows(owner uuid, fields json) TO task_service_app;

REVOKE ALL ON FUNCTION public.find_task_ids(patterns text[], words tsquery[], most bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION public.find_task_ids(patterns text[], words tsquery[], most bigint) TO task_service_app;

REVOKE ALL ON FUNCTION public.isolate_tenant(target regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pass_replicated_delivery() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.pass_replicated_event() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.purge_history(deleting uuid, step_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.purge_history(deleting uuid, step_size integer) TO {{owner}};

REVOKE ALL ON FUNCTION public.quote_term(term text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.quote_term(term text) TO task_service_app;

REVOKE ALL ON FUNCTION public.readable_task_text(external_id text, doc json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.readable_task_text(external_id text, doc json) TO task_service_app;
GRANT ALL ON FUNCTION public.readable_task_text(external_id text, doc json) TO task_service_group;
GRANT ALL ON FUNCTION public.readable_task_text(external_id text, doc json) TO task_service_search;

REVOKE ALL ON FUNCTION public.search_pattern(term text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_pattern(term text) TO task_service_app;

REVOKE ALL ON FUNCTION public.search_task_ids(words text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_task_ids(words text) TO task_service_app;

REVOKE ALL ON FUNCTION public.search_words(term text, is_phrase boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_words(term text, is_phrase boolean) TO task_service_app;

REVOKE ALL ON FUNCTION public.task_text(external_id text, doc json) FROM PUBLIC;
GRANT ALL ON FUNCTION public.task_text(external_id text, doc json) TO task_service_app;
GRANT ALL ON FUNCTION public.task_text(external_id text, doc json) TO task_service_group;
GRANT ALL ON FUNCTION public.task_text(external_id text, doc json) TO task_service_search;

REVOKE ALL ON FUNCTION public.task_words(title text, description text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.task_words(title text, description text) TO task_service_app;
GRANT ALL ON FUNCTION public.task_words(title text, description text) TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.bam TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.job TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.j25c0f1607c90b10b4b19137af1a6ac944dcfd640e066cd1fbf9ebbd5 TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.job_common TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.job_dependency TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.queue TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.queue_stats TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.schedule TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.subscription TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.version TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE jobs.warning TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_tokens TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.agent_tokens TO task_service_auth;

GRANT SELECT(id) ON TABLE public.agent_tokens TO task_service_auth;

GRANT SELECT(agent_id) ON TABLE public.agent_tokens TO task_service_auth;

GRANT SELECT(digest) ON TABLE public.agent_tokens TO task_service_auth;

GRANT SELECT(expires_at) ON TABLE public.agent_tokens TO task_service_auth;

GRANT SELECT(revoked_at) ON TABLE public.agent_tokens TO task_service_auth;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_usage TO task_service_app;
GRANT SELECT ON TABLE public.agent_usage TO task_service_group;
GRANT DELETE ON TABLE public.agent_usage TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.agent_usage TO task_service_purge;

GRANT SELECT(agent_id) ON TABLE public.agent_usage TO task_service_purge;

GRANT SELECT(day) ON TABLE public.agent_usage TO task_service_purge;

GRANT SELECT(shard) ON TABLE public.agent_usage TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agents TO task_service_app;
GRANT SELECT ON TABLE public.agents TO task_service_group;

GRANT SELECT(tenant_id) ON TABLE public.agents TO task_service_auth;

GRANT SELECT(id) ON TABLE public.agents TO task_service_auth;

GRANT SELECT(name) ON TABLE public.agents TO task_service_auth;

GRANT SELECT(reads_beyond_claim) ON TABLE public.agents TO task_service_auth;

GRANT UPDATE(version) ON TABLE public.agents TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO task_service_app;
GRANT SELECT ON TABLE public.api_keys TO task_service_auth;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.approvals TO task_service_app;
GRANT DELETE ON TABLE public.approvals TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.approvals TO task_service_purge;

GRANT SELECT(id) ON TABLE public.approvals TO task_service_purge;

GRANT SELECT(ended_at) ON TABLE public.approvals TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attachment_chunks TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attachment_usage TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attachments TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.attachments TO task_service_purge;

GRANT SELECT(id) ON TABLE public.attachments TO task_service_purge;

GRANT SELECT(task_id) ON TABLE public.attachments TO task_service_purge;

GRANT SELECT(state) ON TABLE public.attachments TO task_service_purge;

GRANT SELECT(touched_at) ON TABLE public.attachments TO task_service_purge;

GRANT SELECT(in_bucket) ON TABLE public.attachments TO task_service_purge;

GRANT SELECT,INSERT ON TABLE public.audit_entries TO task_service_app;
GRANT INSERT ON TABLE public.audit_entries TO task_service_group;
GRANT SELECT,DELETE ON TABLE public.audit_entries TO task_service_purge;

GRANT DELETE ON TABLE public.audit_entries_default TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.audit_entries_default TO task_service_purge;

GRANT SELECT(id) ON TABLE public.audit_entries_default TO task_service_purge;

GRANT SELECT(subject_id) ON TABLE public.audit_entries_default TO task_service_purge;

GRANT SELECT(at) ON TABLE public.audit_entries_default TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.comments TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.comments TO task_service_feed;

GRANT SELECT(id) ON TABLE public.comments TO task_service_feed;

GRANT SELECT(task_id) ON TABLE public.comments TO task_service_feed;

GRANT SELECT(mentions) ON TABLE public.comments TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.connectors TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.data_keys TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.deliveries TO task_service_app;
GRANT INSERT ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(tenant_id) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(id) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(webhook_id) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(event_xid) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(event_id) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(event_at) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(subject_id) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(status) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(queued_at),UPDATE(queued_at) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(tries) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(round) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(next_attempt_at),UPDATE(next_attempt_at) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(created_at) ON TABLE public.deliveries TO task_service_feed;

GRANT SELECT(is_deferred),UPDATE(is_deferred) ON TABLE public.deliveries TO task_service_feed;

GRANT DELETE ON TABLE public.deliveries_default TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.deliveries_default TO task_service_purge;

GRANT SELECT(id) ON TABLE public.deliveries_default TO task_service_purge;

GRANT SELECT(created_at) ON TABLE public.deliveries_default TO task_service_purge;

GRANT SELECT,INSERT,DELETE ON TABLE public.delivery_attempts TO task_service_app;

GRANT DELETE ON TABLE public.delivery_attempts_default TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.delivery_attempts_default TO task_service_purge;

GRANT SELECT(delivery_id) ON TABLE public.delivery_attempts_default TO task_service_purge;

GRANT SELECT(number) ON TABLE public.delivery_attempts_default TO task_service_purge;

GRANT SELECT(at) ON TABLE public.delivery_attempts_default TO task_service_purge;

GRANT SELECT,DELETE ON TABLE public.dispatch_backlog TO task_service_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dispatch_backlog TO task_service_feed;

GRANT SELECT,UPDATE ON TABLE public.dispatch_cursor TO task_service_feed;

GRANT SELECT(xid) ON TABLE public.dispatch_cursor TO task_service_app;

GRANT SELECT(id) ON TABLE public.dispatch_cursor TO task_service_app;

GRANT SELECT,UPDATE ON TABLE public.dispatch_progress TO task_service_feed;

GRANT SELECT(done) ON TABLE public.dispatch_progress TO task_service_app;

GRANT SELECT(target) ON TABLE public.dispatch_progress TO task_service_app;

GRANT SELECT(xid) ON TABLE public.dispatch_progress TO task_service_app;

GRANT SELECT(id) ON TABLE public.dispatch_progress TO task_service_app;

GRANT SELECT,DELETE ON TABLE public.dispatch_ranges TO task_service_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.dispatch_ranges TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.edge_job_chunks TO task_service_app;
GRANT DELETE ON TABLE public.edge_job_chunks TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.edge_job_chunks TO task_service_purge;

GRANT SELECT(job_id) ON TABLE public.edge_job_chunks TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.edge_jobs TO task_service_app;
GRANT DELETE ON TABLE public.edge_jobs TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.edge_jobs TO task_service_purge;

GRANT SELECT(id) ON TABLE public.edge_jobs TO task_service_purge;

GRANT SELECT(state),UPDATE(state) ON TABLE public.edge_jobs TO task_service_purge;

GRANT SELECT(created_at) ON TABLE public.edge_jobs TO task_service_purge;

GRANT SELECT(expires_at) ON TABLE public.edge_jobs TO task_service_purge;

GRANT UPDATE(ended_at) ON TABLE public.edge_jobs TO task_service_purge;

GRANT SELECT,INSERT ON TABLE public.events TO task_service_app;
GRANT SELECT ON TABLE public.events TO task_service_feed;
GRANT INSERT ON TABLE public.events TO task_service_group;
GRANT SELECT,DELETE ON TABLE public.events TO task_service_purge;

GRANT DELETE ON TABLE public.events_default TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.events_default TO task_service_purge;

GRANT SELECT(xid) ON TABLE public.events_default TO task_service_purge;

GRANT SELECT(id) ON TABLE public.events_default TO task_service_purge;

GRANT SELECT(occurred_at) ON TABLE public.events_default TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.fairness_turns TO task_service_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.fairness_turns TO task_service_group;
GRANT DELETE ON TABLE public.fairness_turns TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.fairness_turns TO task_service_purge;

GRANT SELECT(queue) ON TABLE public.fairness_turns TO task_service_purge;

GRANT SELECT(key) ON TABLE public.fairness_turns TO task_service_purge;

GRANT SELECT(priority) ON TABLE public.fairness_turns TO task_service_purge;

GRANT SELECT(updated_at) ON TABLE public.fairness_turns TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_keys TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.idempotency_keys TO task_service_group;
GRANT DELETE ON TABLE public.idempotency_keys TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.idempotency_keys TO task_service_purge;

GRANT SELECT(key) ON TABLE public.idempotency_keys TO task_service_purge;

GRANT SELECT(expires_at) ON TABLE public.idempotency_keys TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_chunks TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_errors TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.imports TO task_service_app;
GRANT DELETE ON TABLE public.imports TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.imports TO task_service_feed;
GRANT SELECT(tenant_id) ON TABLE public.imports TO task_service_purge;

GRANT SELECT(id) ON TABLE public.imports TO task_service_feed;
GRANT SELECT(id) ON TABLE public.imports TO task_service_purge;

GRANT SELECT(state) ON TABLE public.imports TO task_service_feed;

GRANT SELECT(updated_at) ON TABLE public.imports TO task_service_purge;

GRANT SELECT,INSERT,DELETE ON TABLE public.inbound_messages TO task_service_app;
GRANT DELETE ON TABLE public.inbound_messages TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.inbound_messages TO task_service_purge;

GRANT SELECT(integration_id) ON TABLE public.inbound_messages TO task_service_purge;

GRANT SELECT(id) ON TABLE public.inbound_messages TO task_service_purge;

GRANT SELECT(received_at) ON TABLE public.inbound_messages TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.inbox_digests TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.inbox_digests TO task_service_feed;

GRANT SELECT(due_at) ON TABLE public.inbox_digests TO task_service_feed;

GRANT SELECT ON TABLE public.instance TO task_service_auth;

GRANT SELECT(access_changes),UPDATE(access_changes) ON TABLE public.instance TO task_service_app;

GRANT SELECT(epoch),UPDATE(epoch) ON TABLE public.instance TO task_service_app;

GRANT SELECT(epoch_history),UPDATE(epoch_history) ON TABLE public.instance TO task_service_app;

GRANT SELECT(epoch_began_at),UPDATE(epoch_began_at) ON TABLE public.instance TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.integration_secrets TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.integrations TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(id) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(paused) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(outgoing_queue) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(problem) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(due_at) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(rest_until) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(lease_token),UPDATE(lease_token) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT(lease_until),UPDATE(lease_until) ON TABLE public.integrations TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.key_uses TO task_service_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.link_history TO task_service_app;
GRANT DELETE ON TABLE public.link_history TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.link_history TO task_service_purge;

GRANT SELECT(link_id) ON TABLE public.link_history TO task_service_purge;

GRANT SELECT(id) ON TABLE public.link_history TO task_service_purge;

GRANT SELECT(at) ON TABLE public.link_history TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.linked_comments TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.links TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.links TO task_service_feed;

GRANT SELECT(id) ON TABLE public.links TO task_service_feed;

GRANT SELECT(integration_id) ON TABLE public.links TO task_service_feed;

GRANT SELECT(task_id) ON TABLE public.links TO task_service_feed;

GRANT SELECT(state) ON TABLE public.links TO task_service_feed;

GRANT SELECT(id) ON TABLE public.master_keys TO task_service_app;

GRANT SELECT(generation) ON TABLE public.master_keys TO task_service_app;

GRANT SELECT(lost_at) ON TABLE public.master_keys TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notifications TO task_service_app;
GRANT DELETE ON TABLE public.notifications TO task_service_purge;
GRANT INSERT,DELETE ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(tenant_id) ON TABLE public.notifications TO task_service_purge;
GRANT SELECT(tenant_id) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(user_id) ON TABLE public.notifications TO task_service_purge;
GRANT SELECT(user_id) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(id) ON TABLE public.notifications TO task_service_purge;
GRANT SELECT(id) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(kind) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(cause) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(created_at) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT(shows_at) ON TABLE public.notifications TO task_service_purge;
GRANT SELECT(shows_at) ON TABLE public.notifications TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.password_resets TO task_service_app;
GRANT DELETE ON TABLE public.password_resets TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.password_resets TO task_service_purge;

GRANT SELECT(user_id) ON TABLE public.password_resets TO task_service_purge;

GRANT SELECT(expires_at) ON TABLE public.password_resets TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.questions TO task_service_app;
GRANT DELETE ON TABLE public.questions TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.questions TO task_service_feed;
GRANT SELECT(tenant_id) ON TABLE public.questions TO task_service_purge;

GRANT SELECT(id) ON TABLE public.questions TO task_service_purge;

GRANT SELECT(state) ON TABLE public.questions TO task_service_feed;

GRANT SELECT(expires_at) ON TABLE public.questions TO task_service_feed;

GRANT SELECT(ended_at) ON TABLE public.questions TO task_service_purge;

GRANT SELECT,INSERT,DELETE ON TABLE public.queue_entries TO task_service_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.queue_entries TO task_service_group;

GRANT UPDATE(task_id) ON TABLE public.queue_entries TO task_service_app;
GRANT UPDATE(task_id) ON TABLE public.queue_entries TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.queues TO task_service_app;
GRANT SELECT ON TABLE public.queues TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.runs TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.runs TO task_service_group;
GRANT DELETE ON TABLE public.runs TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.runs TO task_service_feed;
GRANT SELECT(tenant_id) ON TABLE public.runs TO task_service_purge;

GRANT SELECT(id) ON TABLE public.runs TO task_service_purge;

GRANT SELECT(state) ON TABLE public.runs TO task_service_feed;

GRANT SELECT(lease_until) ON TABLE public.runs TO task_service_feed;

GRANT SELECT(is_started) ON TABLE public.runs TO task_service_feed;

GRANT SELECT(cancel_requested_at) ON TABLE public.runs TO task_service_feed;

GRANT SELECT(created_at) ON TABLE public.runs TO task_service_feed;

GRANT SELECT(ended_at) ON TABLE public.runs TO task_service_feed;
GRANT SELECT(ended_at) ON TABLE public.runs TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.schedule_occurrences TO task_service_app;
GRANT DELETE ON TABLE public.schedule_occurrences TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.schedule_occurrences TO task_service_purge;

GRANT SELECT(schedule_id) ON TABLE public.schedule_occurrences TO task_service_purge;

GRANT SELECT(occurs_at) ON TABLE public.schedule_occurrences TO task_service_purge;

GRANT SELECT(created_at) ON TABLE public.schedule_occurrences TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.schedules TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.schedules TO task_service_feed;

GRANT SELECT(next_at) ON TABLE public.schedules TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sync_conflicts TO task_service_app;
GRANT DELETE ON TABLE public.sync_conflicts TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.sync_conflicts TO task_service_purge;

GRANT SELECT(id) ON TABLE public.sync_conflicts TO task_service_purge;

GRANT SELECT(state) ON TABLE public.sync_conflicts TO task_service_purge;

GRANT SELECT(resolved_at) ON TABLE public.sync_conflicts TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sync_failures TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sync_runs TO task_service_app;
GRANT DELETE ON TABLE public.sync_runs TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.sync_runs TO task_service_purge;

GRANT SELECT(id) ON TABLE public.sync_runs TO task_service_purge;

GRANT SELECT(integration_id) ON TABLE public.sync_runs TO task_service_purge;

GRANT SELECT(ended_at) ON TABLE public.sync_runs TO task_service_purge;

GRANT SELECT,INSERT,DELETE ON TABLE public.sync_signals TO task_service_app;
GRANT INSERT ON TABLE public.sync_signals TO task_service_feed;

GRANT SELECT(tenant_id) ON TABLE public.sync_signals TO task_service_feed;

GRANT SELECT(id) ON TABLE public.sync_signals TO task_service_feed;

GRANT SELECT(integration_id) ON TABLE public.sync_signals TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task_counters TO task_service_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.task_counters TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task_dependencies TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.task_dependencies TO task_service_feed;

GRANT SELECT(is_resolved) ON TABLE public.task_dependencies TO task_service_feed;

GRANT SELECT,INSERT,DELETE ON TABLE public.task_field_values TO task_service_app;

GRANT SELECT,INSERT,DELETE ON TABLE public.task_labels TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.task_labels TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task_templates TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tasks TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.tasks TO task_service_group;

GRANT SELECT(tenant_id) ON TABLE public.tasks TO task_service_search;
GRANT SELECT(tenant_id) ON TABLE public.tasks TO task_service_feed;

GRANT SELECT(id) ON TABLE public.tasks TO task_service_search;
GRANT SELECT(id) ON TABLE public.tasks TO task_service_feed;

GRANT UPDATE(version) ON TABLE public.tasks TO task_service_group;

GRANT SELECT(status) ON TABLE public.tasks TO task_service_feed;

GRANT SELECT(assignee) ON TABLE public.tasks TO task_service_feed;

GRANT SELECT(due_at) ON TABLE public.tasks TO task_service_feed;

GRANT SELECT(external_id) ON TABLE public.tasks TO task_service_search;

GRANT SELECT(search) ON TABLE public.tasks TO task_service_search;

GRANT SELECT(doc) ON TABLE public.tasks TO task_service_search;

GRANT SELECT(turn) ON TABLE public.tasks TO task_service_feed;

GRANT SELECT(ready_at) ON TABLE public.tasks TO task_service_feed;

GRANT SELECT ON TABLE public.tenant_fences TO task_service_app;
GRANT SELECT ON TABLE public.tenant_fences TO task_service_group;

GRANT SELECT(tenant_id) ON TABLE public.tenant_fences TO task_service_auth;

GRANT SELECT(cell) ON TABLE public.tenant_fences TO task_service_auth;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tenants TO task_service_app;
GRANT SELECT ON TABLE public.tenants TO task_service_auth;

GRANT SELECT(tenant_id) ON TABLE public.tenants TO task_service_purge;
GRANT SELECT(tenant_id) ON TABLE public.tenants TO task_service_feed;

GRANT SELECT(status) ON TABLE public.tenants TO task_service_purge;
GRANT SELECT(status) ON TABLE public.tenants TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.users TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.users TO task_service_feed;

GRANT SELECT(id) ON TABLE public.users TO task_service_feed;

GRANT SELECT(username) ON TABLE public.users TO task_service_feed;

GRANT SELECT(disabled_at) ON TABLE public.users TO task_service_feed;

GRANT SELECT(last_sign_in_at) ON TABLE public.users TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.views TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhooks TO task_service_app;

GRANT SELECT(tenant_id) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT(id) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT(event_types) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT(filter) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT(ordering) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT(enabled) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT(retried_at) ON TABLE public.webhooks TO task_service_feed;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.write_backs TO task_service_app;
GRANT DELETE ON TABLE public.write_backs TO task_service_purge;

GRANT SELECT(tenant_id) ON TABLE public.write_backs TO task_service_purge;

GRANT SELECT(id) ON TABLE public.write_backs TO task_service_purge;

GRANT SELECT(state) ON TABLE public.write_backs TO task_service_purge;

GRANT SELECT(ended_at) ON TABLE public.write_backs TO task_service_purge;
