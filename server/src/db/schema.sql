-- The schema that the migrations lead to, for reading and for review. Written by `npm run gen -- --schema`; change a
-- migration, never this file. Weekly partitions depend on the date and are left out.

CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

COMMENT ON EXTENSION btree_gin IS 'support for indexing common datatypes in GIN';

CREATE DOMAIN public.sealed_secret AS bytea
	CONSTRAINT sealed_secret_check CHECK (((octet_length(VALUE) >= 45) AND (octet_length(VALUE) <= 65581)));

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
  week date;
  child text;
  made integer := 0;
begin
  for i in 0..weeks_ahead loop
    week := first_week + i * 7;
    child := format('%s_%s', parent, to_char(week, 'YYYYMMDD'));
    if to_regclass(child) is null then
      begin
        execute format('create table %I partition of %s for values from (%L) to (%L)',
          child, parent, week || ' 00:00:00+00', (week + 7) || ' 00:00:00+00');
        perform isolate_tenant(child::regclass);
        made := made + 1;
      exception when check_violation then
        -- The default partition already has rows of this week; they stay there and the next weeks are made.
        null;
      end;
    end if;
  end loop;
  return made;
end
$$;

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

CREATE FUNCTION public.task_words(title text, description text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (setweight(to_tsvector('simple'::regconfig, title), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, "left"(description, 50000)), 'B'::"char"));

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
    CONSTRAINT comments_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 20000)))
);

ALTER TABLE ONLY public.comments FORCE ROW LEVEL SECURITY;

CREATE TABLE public.data_keys (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    master_key_id text NOT NULL,
    wrapped bytea NOT NULL,
    is_current boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE ONLY public.data_keys FORCE ROW LEVEL SECURITY;

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

CREATE TABLE public.instance (
    only_row boolean DEFAULT true NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    pepper bytea DEFAULT decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text) NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    access_changes bigint DEFAULT 0 NOT NULL,
    CONSTRAINT instance_only_row_check CHECK (only_row)
);

CREATE TABLE public.master_keys (
    id text NOT NULL,
    generation integer NOT NULL,
    canary bytea NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    lost_at timestamp with time zone,
    CONSTRAINT master_keys_id_check CHECK ((id ~ '^[0-9a-f]{16}$'::text))
);

CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.task_counters (
    tenant_id uuid NOT NULL,
    last_number bigint NOT NULL
);

ALTER TABLE ONLY public.task_counters FORCE ROW LEVEL SECURITY;

CREATE TABLE public.task_labels (
    tenant_id uuid NOT NULL,
    label text NOT NULL,
    task_id uuid NOT NULL
);

ALTER TABLE ONLY public.task_labels FORCE ROW LEVEL SECURITY;

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
    CONSTRAINT tasks_check CHECK (((source IS NULL) = (external_id IS NULL))),
    CONSTRAINT tasks_priority_check CHECK (((priority >= 1) AND (priority <= 4))),
    CONSTRAINT tasks_status_check CHECK ((status = ANY (ARRAY['triage'::text, 'ready'::text, 'in_progress'::text, 'input_required'::text, 'in_review'::text, 'completed'::text, 'failed'::text, 'canceled'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02');

ALTER TABLE ONLY public.tasks FORCE ROW LEVEL SECURITY;

CREATE TABLE public.tenants (
    tenant_id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT tenants_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
    CONSTRAINT tenants_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text, 'deleting'::text])))
);

ALTER TABLE ONLY public.tenants FORCE ROW LEVEL SECURITY;

ALTER TABLE ONLY public.audit_entries ATTACH PARTITION public.audit_entries_default DEFAULT;

ALTER TABLE ONLY public.events ATTACH PARTITION public.events_default DEFAULT;

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_digest_key UNIQUE (digest);

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (tenant_id, subject_id, id, at);

ALTER TABLE ONLY public.audit_entries_default
    ADD CONSTRAINT audit_entries_default_pkey PRIMARY KEY (tenant_id, subject_id, id, at);

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.data_keys
    ADD CONSTRAINT data_keys_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (tenant_id, xid, id, occurred_at);

ALTER TABLE ONLY public.events_default
    ADD CONSTRAINT events_default_pkey PRIMARY KEY (tenant_id, xid, id, occurred_at);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, key);

ALTER TABLE ONLY public.instance
    ADD CONSTRAINT instance_pkey PRIMARY KEY (only_row);

ALTER TABLE ONLY public.master_keys
    ADD CONSTRAINT master_keys_generation_key UNIQUE (generation);

ALTER TABLE ONLY public.master_keys
    ADD CONSTRAINT master_keys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.task_counters
    ADD CONSTRAINT task_counters_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.task_labels
    ADD CONSTRAINT task_labels_pkey PRIMARY KEY (tenant_id, label, task_id);

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_pkey PRIMARY KEY (tenant_id, id);

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id);

ALTER TABLE ONLY public.tenants
    ADD CONSTRAINT tenants_slug_key UNIQUE (slug);

CREATE INDEX comments_task ON public.comments USING btree (tenant_id, task_id, id);

CREATE UNIQUE INDEX data_keys_current ON public.data_keys USING btree (tenant_id) WHERE is_current;

CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (tenant_id, expires_at) WHERE (expires_at > '-infinity'::timestamp with time zone);

CREATE INDEX task_labels_task ON public.task_labels USING btree (tenant_id, task_id);

CREATE INDEX tasks_assignee ON public.tasks USING btree (tenant_id, assignee, id) WHERE (assignee IS NOT NULL);

CREATE INDEX tasks_delegate ON public.tasks USING btree (tenant_id, delegate, id) WHERE (delegate IS NOT NULL);

CREATE INDEX tasks_due ON public.tasks USING btree (tenant_id, (
CASE
    WHEN (due_at IS NULL) THEN 'infinity'::timestamp with time zone
    ELSE due_at
END), id);

CREATE UNIQUE INDEX tasks_number ON public.tasks USING btree (tenant_id, number);

CREATE INDEX tasks_parent ON public.tasks USING btree (tenant_id, parent_id, id) WHERE (parent_id IS NOT NULL);

CREATE INDEX tasks_priority ON public.tasks USING btree (tenant_id, priority, id);

CREATE INDEX tasks_queue ON public.tasks USING btree (tenant_id, queue, status, id);

CREATE UNIQUE INDEX tasks_reference ON public.tasks USING btree (tenant_id, source, external_id) WHERE (source IS NOT NULL);

CREATE INDEX tasks_search ON public.tasks USING gin (tenant_id, search);

CREATE INDEX tasks_status ON public.tasks USING btree (tenant_id, status, id);

CREATE INDEX tasks_updated ON public.tasks USING btree (tenant_id, updated_at, id);

ALTER INDEX public.audit_entries_pkey ATTACH PARTITION public.audit_entries_default_pkey;

ALTER INDEX public.events_pkey ATTACH PARTITION public.events_default_pkey;

CREATE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.api_keys FOR EACH STATEMENT EXECUTE FUNCTION public.count_access_change();

CREATE TRIGGER count_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.tenants FOR EACH STATEMENT EXECUTE FUNCTION public.count_access_change();

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES public.tenants(tenant_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.data_keys
    ADD CONSTRAINT data_keys_master_key_id_fkey FOREIGN KEY (master_key_id) REFERENCES public.master_keys(id);

ALTER TABLE ONLY public.task_labels
    ADD CONSTRAINT task_labels_tenant_id_task_id_fkey FOREIGN KEY (tenant_id, task_id) REFERENCES public.tasks(tenant_id, id) ON DELETE CASCADE;

ALTER TABLE ONLY public.tasks
    ADD CONSTRAINT tasks_tenant_id_parent_id_fkey FOREIGN KEY (tenant_id, parent_id) REFERENCES public.tasks(tenant_id, id);

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.audit_entries_default ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.comments ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.data_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.events_default ENABLE ROW LEVEL SECURITY;

CREATE POLICY find_deleting ON public.tenants FOR SELECT TO task_service_purge USING ((status = 'deleting'::text));

CREATE POLICY find_key ON public.api_keys FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_tenant ON public.tenants FOR SELECT TO task_service_auth USING (true);

CREATE POLICY find_words ON public.tasks FOR SELECT TO task_service_search USING (true);

CREATE POLICY group_isolation ON public.audit_entries TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.events TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.idempotency_keys TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.task_counters TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.task_labels TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

CREATE POLICY group_isolation ON public.tasks TO task_service_group USING ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[]))) WITH CHECK ((tenant_id = ANY (( SELECT (current_setting('app.tenant_ids'::text))::uuid[] AS current_setting)::uuid[])));

ALTER TABLE public.idempotency_keys ENABLE ROW LEVEL SECURITY;

CREATE POLICY purge_deleting ON public.audit_entries TO task_service_purge USING ((tenant_id IN ( SELECT t.tenant_id
   FROM public.tenants t
  WHERE (t.status = 'deleting'::text))));

CREATE POLICY purge_deleting ON public.events TO task_service_purge USING ((tenant_id IN ( SELECT t.tenant_id
   FROM public.tenants t
  WHERE (t.status = 'deleting'::text))));

CREATE POLICY read_feed ON public.events FOR SELECT TO task_service_feed USING (true);

ALTER TABLE public.task_counters ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.task_labels ENABLE ROW LEVEL SECURITY;

ALTER TABLE public.tasks ENABLE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON public.api_keys TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.audit_entries TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.audit_entries_default TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.comments TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.data_keys TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.events TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.events_default TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.idempotency_keys TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_counters TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.task_labels TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.tasks TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

CREATE POLICY tenant_isolation ON public.tenants TO task_service_app USING ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid)) WITH CHECK ((tenant_id = (( SELECT current_setting('app.tenant_id'::text) AS current_setting))::uuid));

ALTER TABLE public.tenants ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON FUNCTION public.admit_group(target regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.count_access_change() FROM PUBLIC;

REVOKE ALL ON FUNCTION public.ensure_partitions(parent regclass, weeks_ahead integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.isolate_tenant(target regclass) FROM PUBLIC;

REVOKE ALL ON FUNCTION public.purge_history(deleting uuid, step_size integer) FROM PUBLIC;
GRANT ALL ON FUNCTION public.purge_history(deleting uuid, step_size integer) TO {{owner}};

REVOKE ALL ON FUNCTION public.search_task_ids(words text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.search_task_ids(words text) TO task_service_app;

REVOKE ALL ON FUNCTION public.task_words(title text, description text) FROM PUBLIC;
GRANT ALL ON FUNCTION public.task_words(title text, description text) TO task_service_app;
GRANT ALL ON FUNCTION public.task_words(title text, description text) TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO task_service_app;
GRANT SELECT ON TABLE public.api_keys TO task_service_auth;

GRANT SELECT,INSERT ON TABLE public.audit_entries TO task_service_app;
GRANT INSERT ON TABLE public.audit_entries TO task_service_group;
GRANT SELECT,DELETE ON TABLE public.audit_entries TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.comments TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.data_keys TO task_service_app;

GRANT SELECT,INSERT ON TABLE public.events TO task_service_app;
GRANT SELECT ON TABLE public.events TO task_service_feed;
GRANT INSERT ON TABLE public.events TO task_service_group;
GRANT SELECT,DELETE ON TABLE public.events TO task_service_purge;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency_keys TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.idempotency_keys TO task_service_group;

GRANT SELECT ON TABLE public.instance TO task_service_auth;

GRANT SELECT(access_changes),UPDATE(access_changes) ON TABLE public.instance TO task_service_app;

GRANT SELECT(id) ON TABLE public.master_keys TO task_service_app;

GRANT SELECT(generation) ON TABLE public.master_keys TO task_service_app;

GRANT SELECT(lost_at) ON TABLE public.master_keys TO task_service_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.task_counters TO task_service_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.task_counters TO task_service_group;

GRANT SELECT,INSERT,DELETE ON TABLE public.task_labels TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.task_labels TO task_service_group;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tasks TO task_service_app;
GRANT SELECT,INSERT ON TABLE public.tasks TO task_service_group;

GRANT SELECT(tenant_id) ON TABLE public.tasks TO task_service_search;

GRANT SELECT(id) ON TABLE public.tasks TO task_service_search;

GRANT SELECT(search) ON TABLE public.tasks TO task_service_search;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tenants TO task_service_app;
GRANT SELECT ON TABLE public.tenants TO task_service_auth;

GRANT SELECT(tenant_id) ON TABLE public.tenants TO task_service_purge;

GRANT SELECT(status) ON TABLE public.tenants TO task_service_purge;
