-- Grants. TRUNCATE ignores row-level security; beyond that, each role has only the grants it needs.
, object_grant as (
  select r.oid, r.name, r.relkind, r.relispartition, r.tenant_column, a.grantee, g.name as grantee_name,
    a.privilege_type, null::text as column_name, 0 as column_number
  from relation r cross join aclexplode(r.acl) a join grantee g on g.oid = a.grantee
  where a.grantee <> r.relowner
  union all
  select r.oid, r.name, r.relkind, r.relispartition, r.tenant_column, a.grantee, g.name,
    a.privilege_type, c.attname::text, c.attnum
  from relation r
  join pg_attribute c on c.attrelid = r.oid and c.attacl is not null and not c.attisdropped
  cross join aclexplode(c.attacl) a
  join grantee g on g.oid = a.grantee
  where a.grantee <> r.relowner
),
phrased as (
  select *, format('%s: %s%s on %s', grantee_name, privilege_type, ' (' || column_name || ')', name) as phrase
  from object_grant
)
select distinct 'no-public-grant' as rule, phrase as object, 'is granted to PUBLIC' as detail
from phrased
where grantee = 0

union all
select distinct 'no-sweeping-grant', phrase, 'is not limited by row-level security'
from phrased
where privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'DELETE') and relkind <> 'S' and grantee <> 0

union all
select distinct 'append-only', phrase, 'allows changing append-only rows'
from phrased
where grantee_name = 'app' and privilege_type in ('UPDATE', 'DELETE') and oid in (select oid from append_only)

union all
select distinct 'app-grant', phrase, 'gives the app role access to a table without tenant_id'
from phrased
where grantee_name = 'app' and tenant_column is null and relkind <> 'S'

union all
select 'listed-grant',
  format('%s: %s on %s', grantee_name,
    string_agg(coalesce(privilege_type || ' (' || column_name || ')', privilege_type), ', '
      order by column_number, privilege_type), name),
  'is granted to a role other than the app role'
from phrased
where grantee <> 0 and grantee_name <> 'app' and relkind <> 'S'
group by grantee_name, name

union all
-- Numbers of a shared sequence reveal to one tenant how busy the others are.
select distinct 'no-sequence-grant', phrase, 'is a sequence'
from phrased
where relkind = 'S'

union all
-- Rows are reached through the parent; a grant on a partition would bypass it unnoticed.
select distinct 'no-partition-grant', phrase, 'is a partition'
from phrased
where relispartition

union all
select 'no-create', format('%s: CREATE on schema %s', g.name, n.nspname), 'allows creating objects that shadow those of the schema'
from pg_namespace n
cross join lateral aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
join grantee g on g.oid = a.grantee
where a.privilege_type = 'CREATE' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  and (a.grantee = 0 or a.grantee in (select oid from runtime_role))

union all
select 'no-create', format('%s: CREATE on the database', g.name), 'allows creating schemas'
from pg_database d
cross join lateral aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
join grantee g on g.oid = a.grantee
where d.datname = current_database() and a.privilege_type = 'CREATE'
  and (a.grantee = 0 or a.grantee in (select oid from runtime_role))

union all
-- Would grant access to future tables, before they are reviewed.
select 'no-default-grant', format('%s: %s on new objects of %s', g.name, a.privilege_type, o.rolname),
  'is granted on all objects created from now on'
from pg_default_acl f
cross join aclexplode(f.defaclacl) a
join grantee g on g.oid = a.grantee
join pg_roles o on o.oid = f.defaclrole
where f.defaclobjtype in ('r', 'S', 'n') and a.grantee <> f.defaclrole

union all
select 'no-grant-elsewhere', format('%s: %s', r.short, pg_describe_object(d.classid, d.objid, d.objsubid)),
  'is outside the schema of Task Service'
from runtime_role r
join pg_shdepend d on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'a'
where d.dbid in (0, (select oid from pg_database where datname = current_database()))
  and d.classid not in ('pg_database'::regclass, 'pg_default_acl'::regclass)
  and not (d.classid = 'pg_class'::regclass and d.objid in (select oid from relation))
  and not (d.classid = 'pg_proc'::regclass and d.objid in (select oid from routine))
  and not (d.classid = 'pg_namespace'::regclass and d.objid = 'public'::regnamespace)
