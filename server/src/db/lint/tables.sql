-- Tables and views. FORCE binds the owner too; a view without security_invoker reads as its owner, and a foreign
-- table or materialised view has no row security at all.
select 'row-security' as rule, name as object,
  case when relrowsecurity then 'row-level security is not forced' else 'row-level security is disabled' end as detail
from tenant_table
where not (relrowsecurity and relforcerowsecurity)

union all
select 'tenant-column', name,
  case when tenant_column is null then 'has no tenant_id' else 'tenant_id is not "uuid not null"' end
from base_table
where tenant_column is null or not tenant_column_fits

union all
select 'plain-table', name,
  case relkind when 'f' then 'is a foreign table' else 'is a materialized view' end
from relation
where relkind in ('f', 'm')

union all
-- Emptied by every crash, and absent from standbys.
select 'logged-table', name, 'is unlogged'
from tenant_table
where relpersistence <> 'p'

union all
-- Equality on an enum is not leakproof, so it is tried on every row of the table before the tenant's own remain.
select 'no-enum', r.name || '.' || a.attname, format('has the type %s', format_type(t.oid, a.atttypmod))
from base_table r
join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
join pg_type t on t.oid = a.atttypid
left join pg_type inner_type on inner_type.oid in (t.typelem, t.typbasetype)
where 'e' in (t.typtype, inner_type.typtype)

union all
select 'view-invoker', name, 'is a view without security_invoker'
from relation
where relkind = 'v' and not coalesce(reloptions && array['security_invoker=true', 'security_invoker=on'], false)

union all
-- A rewrite rule runs its own statement with the privileges of the table's owner.
select 'no-rewrite-rule', format('%s on %s', w.rulename, r.name), 'rewrites statements'
from base_table r join pg_rewrite w on w.ev_class = r.oid
