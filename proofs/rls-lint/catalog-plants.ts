// One or more faults for each rule of the catalog, to show that the rule sees them. Each is planted by the superuser
// in a transaction that is rolled back.
import type { CatalogRuleName } from '../../server/src/db/lint/catalog-rules.ts'

/** The statement that breaks the rule, and what the finding must name. */
export type Plant = { statement: string; names: string }

const app = 'task_service_app'
const auth = 'task_service_auth'
const tenant = "(tenant_id = (select current_setting('app.tenant_id'))::uuid)"

const fine = `tenant_id uuid not null, id uuid not null, primary key (tenant_id, id)`

export const catalogPlants: Partial<Record<CatalogRuleName, readonly Plant[]>> = {
  'row-security': [
    { statement: 'alter table comments disable row level security', names: 'comments' },
    { statement: 'alter table comments no force row level security', names: 'comments' },
    { statement: 'alter table events disable row level security', names: 'events' },
    { statement: 'alter table events_default disable row level security', names: 'events_default' },
    { statement: `create table notes (${fine})`, names: 'notes' },
    {
      statement: `create table events_late partition of events
        for values from ('2999-01-01') to ('2999-02-01')`,
      names: 'events_late',
    },
  ],
  'tenant-column': [
    { statement: 'create table notes (id uuid primary key)', names: 'notes' },
    { statement: 'create table notes (tenant_id text not null)', names: 'notes' },
    { statement: 'create table notes (tenant_id uuid)', names: 'notes' },
  ],
  'plain-table': [
    { statement: 'create materialized view all_tasks as select * from tasks', names: 'all_tasks' },
    {
      statement: `create foreign data wrapper far; create server far foreign data wrapper far;
        create foreign table far_tasks (tenant_id uuid not null) server far`,
      names: 'far_tasks',
    },
  ],
  'logged-table': [{ statement: `create unlogged table notes (${fine})`, names: 'notes' }],
  'no-enum': [
    {
      statement: `create type mood as enum ('good', 'bad'); alter table comments add mood mood`,
      names: 'comments.mood',
    },
    {
      statement: `create type mood as enum ('good'); alter table comments add moods mood[]`,
      names: 'comments.moods',
    },
    {
      statement: `create type mood as enum ('good'); create domain temper as mood;
        alter table comments add temper temper`,
      names: 'comments.temper',
    },
  ],
  'view-invoker': [
    { statement: 'create view all_tasks as select * from tasks', names: 'all_tasks' },
    {
      statement: 'create view all_tasks with (security_barrier = true) as select * from tasks',
      names: 'all_tasks',
    },
  ],
  'no-rewrite-rule': [
    {
      statement: 'create rule keep as on delete to comments do instead nothing',
      names: 'keep on comments',
    },
  ],
  'tenant-policy': [
    { statement: 'drop policy tenant_isolation on tasks', names: 'tasks' },
    { statement: 'alter policy tenant_isolation on tasks using (true)', names: 'tasks' },
    { statement: 'alter policy tenant_isolation on tasks with check (true)', names: 'tasks' },
    { statement: `alter policy tenant_isolation on tasks to ${auth}`, names: 'tasks' },
    {
      statement: `drop policy tenant_isolation on tasks;
        create policy tenant_isolation on tasks for all to ${app} using ${tenant}`,
      names: 'tasks',
    },
    {
      statement: `drop policy tenant_isolation on events_default;
        create policy tenant_isolation on events_default for select to ${app} using ${tenant}`,
      names: 'events_default',
    },
    {
      statement: `alter policy tenant_isolation on tasks
        using (tenant_id = (select current_setting('app.tenant_id', true))::uuid)`,
      names: 'tasks',
    },
  ],
  'no-second-policy': [
    {
      statement: `create policy wide on tasks for select to ${app} using (true)`,
      names: 'wide on tasks',
    },
  ],
  'listed-policy': [
    {
      statement: 'create policy wide on tasks using (true)',
      names: 'wide on tasks: all to PUBLIC',
    },
    {
      statement: `create policy wide on comments for select to ${auth} using (true)`,
      names: 'wide on comments: select to auth',
    },
    {
      statement: 'alter policy group_isolation on tasks using (true)',
      names: 'group_isolation on tasks: all to group using true',
    },
    {
      statement: 'alter policy purge_deleting on events using (true)',
      names: 'purge_deleting on events: all to purge using true',
    },
  ],
  'tenant-first-index': [
    { statement: 'create index by_queue on tasks (queue)', names: 'by_queue' },
    { statement: 'create unique index once on tasks (number, tenant_id)', names: 'once' },
    { statement: 'create index lower_queue on tasks (lower(queue))', names: 'lower_queue' },
    { statement: 'create index words on tasks using gin (search)', names: 'words' },
    {
      statement: 'create table notes (tenant_id uuid not null, id uuid primary key)',
      names: 'notes_pkey',
    },
    { statement: 'create index by_at on audit_entries_default (at)', names: 'by_at' },
  ],
  'tenant-primary-key': [
    { statement: 'create table notes (tenant_id uuid not null)', names: 'notes' },
  ],
  'tenant-foreign-key': [
    {
      statement: `create table notes (${fine}, task_id uuid); alter table tasks add unique (id);
        alter table notes add constraint far foreign key (task_id) references tasks (id)`,
      names: 'far on notes',
    },
    {
      statement: `create table notes (${fine}, task_id uuid); alter table tasks add unique (id, tenant_id);
        alter table notes add constraint turned foreign key (task_id, tenant_id)
          references tasks (id, tenant_id)`,
      names: 'turned on notes',
    },
    {
      statement: `create table shared (id uuid primary key);
        create table notes (${fine}, shared_id uuid constraint out references shared)`,
      names: 'out on notes',
    },
  ],
  'listed-definer': [
    {
      statement: `create function peek() returns bigint language sql security definer
        set search_path = public, pg_temp as 'select count(*) from tasks'`,
      names: 'peek()',
    },
    {
      statement: 'alter function ensure_partitions(regclass, integer) security definer',
      names: 'ensure_partitions(regclass,integer)',
    },
  ],
  'pinned-search-path': [
    {
      statement: 'alter function search_task_ids(text) reset search_path',
      names: 'search_task_ids(text)',
    },
    {
      statement: 'alter function purge_history(uuid, integer) set search_path = pg_temp, public',
      names: 'purge_history(uuid,integer)',
    },
  ],
  'no-public-execute': [
    {
      statement: 'grant execute on function search_task_ids(text) to public',
      names: 'search_task_ids(text)',
    },
    {
      statement: `create function peek() returns int language sql
        set search_path = pg_catalog, pg_temp as 'select 1'`,
      names: 'peek()',
    },
  ],
  'listed-execute': [
    {
      statement: `grant execute on function purge_history(uuid, integer) to ${app}`,
      names: 'app: purge_history(uuid,integer)',
    },
  ],
  'no-leakproof': [
    {
      statement: 'alter function search_task_ids(text) leakproof',
      names: 'search_task_ids(text)',
    },
  ],
  'role-attributes': [
    'superuser',
    'bypassrls',
    'createdb',
    'createrole',
    'login',
    'replication',
  ].map((attribute) => ({ statement: `alter role ${app} ${attribute}`, names: 'app' })),
  'role-membership': [
    { statement: `grant task_service_search to ${app}`, names: 'app in search' },
    { statement: `grant pg_write_all_data to ${auth}`, names: 'auth in pg_write_all_data' },
  ],
  'listed-ownership': [
    { statement: `alter table comments owner to ${app}`, names: 'app: table comments' },
    { statement: `create schema own authorization ${auth}`, names: 'auth: schema own' },
  ],
  'no-default-tenant': [
    {
      statement: `alter role ${app} set app.tenant_id = '00000000-0000-0000-0000-000000000000'`,
      names: 'app',
    },
    {
      statement: `do $$ begin execute format('alter database %I set app.tenant_id = %L',
        current_database(), gen_random_uuid()); end $$`,
      names: 'database',
    },
    {
      statement: `alter role task_service_group set app.tenant_ids = '{}'`,
      names: 'group',
    },
  ],
  'no-public-grant': [
    { statement: 'grant select on tasks to public', names: 'PUBLIC: SELECT on tasks' },
    { statement: 'grant select (queue) on tasks to public', names: 'PUBLIC: SELECT (queue)' },
  ],
  'no-sweeping-grant': ['truncate', 'references', 'trigger'].map((privilege) => ({
    statement: `grant ${privilege} on tasks to ${app}`,
    names: `app: ${privilege.toUpperCase()} on tasks`,
  })),
  'append-only': [
    { statement: `grant delete on events to ${app}`, names: 'app: DELETE on events' },
    {
      statement: `grant update (action) on audit_entries to ${app}`,
      names: 'app: UPDATE (action) on audit_entries',
    },
    {
      statement: `grant update on events_default to ${app}`,
      names: 'app: UPDATE on events_default',
    },
  ],
  'app-grant': [
    { statement: `grant select on instance to ${app}`, names: 'app: SELECT on instance' },
    {
      statement: `create view mine with (security_invoker = true) as select status from tasks;
        grant select on mine to ${app}`,
      names: 'app: SELECT on mine',
    },
  ],
  'listed-grant': [
    { statement: `grant select on tasks to ${auth}`, names: 'auth: SELECT on tasks' },
    {
      statement: 'grant select (assignee) on tasks to task_service_search',
      names: 'search: SELECT (tenant_id), SELECT (id), SELECT (assignee), SELECT (external_id)',
    },
    {
      statement: 'grant insert on events to task_service_feed',
      names: 'feed: INSERT, SELECT on events',
    },
    {
      statement: 'grant update on audit_entries to task_service_purge',
      names: 'purge: DELETE, SELECT, UPDATE on audit_entries',
    },
    {
      statement: 'grant update on tasks to task_service_group',
      names: 'group: INSERT, SELECT, UPDATE, UPDATE (version) on tasks',
    },
    { statement: 'create role guest; grant select on tasks to guest', names: 'guest: SELECT' },
  ],
  'no-sequence-grant': [
    {
      statement: `create sequence counter; grant usage on sequence counter to ${app}`,
      names: 'app: USAGE on counter',
    },
  ],
  'no-partition-grant': [
    {
      statement: `grant select on audit_entries_default to ${app}`,
      names: 'app: SELECT on audit_entries_default',
    },
  ],
  'no-create': [
    { statement: `grant create on schema public to ${app}`, names: 'app: CREATE on schema public' },
    { statement: 'grant create on schema public to public', names: 'PUBLIC: CREATE' },
    {
      statement: `do $$ begin execute format('grant create on database %I to ${app}',
        current_database()); end $$`,
      names: 'app: CREATE on the database',
    },
  ],
  'no-default-grant': [
    {
      statement: `alter default privileges grant select on tables to ${app}`,
      names: 'app: SELECT on new objects',
    },
  ],
  'no-grant-elsewhere': [
    {
      statement: `create schema attic; create table attic.notes (id int);
        grant usage on schema attic to ${app}; grant select on attic.notes to ${app}`,
      names: 'app: table attic.notes',
    },
    {
      statement: `grant set on parameter session_replication_role to ${app}`,
      names: 'app: parameter session_replication_role',
    },
  ],
  'exception-in-use': [
    { statement: 'drop policy find_key on api_keys', names: 'find_key on api_keys' },
    {
      statement: `revoke select on tenants from ${auth}`,
      names: 'auth: SELECT on tenants',
    },
  ],
}
