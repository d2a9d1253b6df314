-- Policies. For the role that serves requests there is one, and it says the tenant twice: for what is read and for
-- what is written. Every policy for another role is an exception with a reason.
, tenant_policy (expression) as (
  values ('(tenant_id = (( SELECT current_setting(''app.tenant_id''::text) AS current_setting))::uuid)')
),
policy as (
  select p.polname, r.name as table_name, r.oid as table_oid, p.polpermissive, p.polcmd, p.polroles,
    regexp_replace(pg_get_expr(p.polqual, p.polrelid), '\s+', ' ', 'g') as using_text,
    regexp_replace(pg_get_expr(p.polwithcheck, p.polrelid), '\s+', ' ', 'g') as check_text
  from pg_policy p join relation r on r.oid = p.polrelid
),
app_policy as (
  select policy.*, polcmd = '*' and polpermissive and using_text = expression and check_text = expression as fits
  from policy, tenant_policy
  where polroles && array(select oid from runtime_role where short = 'app')
)
select 'tenant-policy' as rule, t.name as object, 'has no policy that restricts the app role to its tenant' as detail
from tenant_table t
where not exists (select from app_policy p where p.table_oid = t.oid and p.fits is true)

union all
select 'no-second-policy', format('%s on %s', polname, table_name),
  format('allows the app role to read or write: using %s, with check %s',
    coalesce(using_text, 'nothing'), coalesce(check_text, 'the same'))
from app_policy
where polpermissive and fits is not true

union all
select 'listed-policy',
  format('%s on %s: %s to %s using %s check %s', polname, table_name,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(g.name, ', ' order by g.name) from grantee g where g.oid = any(polroles)),
    coalesce(using_text, '-'), coalesce(check_text, '-')),
  'is a policy for a role other than the app role'
from policy
where polroles <> array(select oid from runtime_role where short = 'app')
