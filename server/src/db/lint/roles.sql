-- The roles requests run as. They own nothing and cannot assume another role, so a statement that slips through can do
-- no more than the grants say.
select 'role-attributes' as rule, r.short as object, format('has %s', attribute.name) as detail
from runtime_role r
join pg_roles p on p.oid = r.oid
cross join lateral (values ('SUPERUSER', p.rolsuper), ('BYPASSRLS', p.rolbypassrls), ('CREATEDB', p.rolcreatedb),
  ('CREATEROLE', p.rolcreaterole), ('LOGIN', p.rolcanlogin), ('REPLICATION', p.rolreplication))
  as attribute (name, present)
where attribute.present

union all
select 'role-membership', format('%s in %s', r.short, g.name), 'can act as another role'
from runtime_role r
join pg_auth_members m on m.member = r.oid
join grantee g on g.oid = m.roleid

union all
select 'listed-ownership', format('%s: %s', r.short, pg_describe_object(d.classid, d.objid, d.objsubid)),
  'is owned by a runtime role'
from runtime_role r
join pg_shdepend d on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
where d.dbid in (0, (select oid from pg_database where datname = current_database()))

union all
-- A default would stand in for a missing tenant, where there must be an error.
select 'no-default-tenant', coalesce(g.name, 'database'), format('sets %s', setting)
from pg_db_role_setting s
cross join unnest(s.setconfig) as setting
left join grantee g on g.oid = s.setrole and s.setrole <> 0
where setting ~ '^app\.tenant_ids?='
  and (s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database()))

union all
select 'no-default-tenant', 'server', format('sets %s', name)
from pg_settings
where name in ('app.tenant_id', 'app.tenant_ids') and reset_val <> ''
