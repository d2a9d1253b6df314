-- Functions. One that runs as its owner bypasses row security; a search_path that the caller chooses lets
-- the caller choose what the names inside it mean.
select 'listed-definer' as rule, name as object, 'runs with the privileges of its owner' as detail
from routine
where prosecdef

union all
select 'pinned-search-path', name, coalesce('has ' || array_to_string(proconfig, ', '), 'uses the search_path of its caller')
from routine
-- A body in standard SQL was resolved when the function was made; only text is resolved at every call.
where body_is_text and not exists (select from unnest(proconfig) as setting where setting ~ '^search_path=.*\ypg_temp$')

union all
select 'no-public-execute', name, 'can be called by PUBLIC'
from routine
where exists (select from aclexplode(acl) a where a.grantee = 0)

union all
select 'listed-execute', format('%s: %s', g.name, r.name), 'may call this function'
from routine r
cross join aclexplode(r.acl) a
join grantee g on g.oid = a.grantee
where a.grantee not in (0, r.proowner) and a.grantee not in (select oid from schema_owner)

union all
-- The planner runs leakproof functions before the policy has removed other tenants' rows.
select 'no-leakproof', name, 'is marked leakproof'
from routine
where proleakproof
