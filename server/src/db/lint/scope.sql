-- The objects that the rules apply to; prepended to each of the other files. Role names are filled in as in migrations.
-- Objects of extensions are excluded.
with runtime_role as (
  select r.oid, r.rolname, known.short
  from (values ('app', '{{app}}'), ('auth', '{{auth}}'), ('feed', '{{feed}}'), ('search', '{{search}}'),
    ('purge', '{{purge}}'), ('group', '{{group}}')) as known (short, name)
  join pg_roles r on r.rolname = known.name
),
-- Short names keep the list of exceptions independent of an installation's role prefix.
grantee as (
  select r.oid, coalesce(known.short, r.rolname) as name
  from pg_roles r left join runtime_role known on known.oid = r.oid
  union all
  select 0, 'PUBLIC'
),
relation as (
  select c.oid, c.relname::text as name, c.relkind, c.relispartition, c.relpersistence, c.relrowsecurity,
    c.relforcerowsecurity, c.reloptions, c.relowner,
    case when c.relkind = 'S' then coalesce(c.relacl, acldefault('s', c.relowner))
      else coalesce(c.relacl, acldefault('r', c.relowner)) end as acl,
    tenant.attnum as tenant_column,
    tenant.atttypid = 'uuid'::regtype and tenant.attnotnull as tenant_column_fits
  from pg_class c
  left join pg_attribute tenant
    on tenant.attrelid = c.oid and tenant.attname = 'tenant_id' and not tenant.attisdropped
  where c.relnamespace = 'public'::regnamespace
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
),
-- Partitions and their parents are checked like any other table: a query may name either.
base_table as (
  select * from relation where relkind in ('r', 'p')
),
tenant_table as (
  select * from base_table where tenant_column is not null
),
-- History: the role that serves requests appends to it and never rewrites it.
append_only as (
  select oid, name from base_table
  where name in ('events', 'audit_entries')
    or oid in (select inhrelid from pg_inherits
      where inhparent in (to_regclass('public.events'), to_regclass('public.audit_entries')))
),
routine as (
  select p.oid, p.oid::regprocedure::text as name, p.prosecdef, p.proleakproof, p.proconfig, p.proowner,
    p.prosqlbody is null as body_is_text,
    coalesce(p.proacl, acldefault('f', p.proowner)) as acl
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not exists (
      select from pg_depend d
      where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
),
schema_owner as (
  select relowner as oid from relation where name = 'tenants' and relkind = 'r'
)
