-- Keys and indexes. Foreign keys and unique constraints are checked without row-level security: if tenant_id does not lead
-- them, they would reveal or reference another tenant's rows.
select 'tenant-first-index' as rule, i.indexrelid::regclass::text as object,
  format('does not begin with tenant_id: %s', pg_get_indexdef(i.indexrelid)) as detail
from tenant_table t
join pg_index i on i.indrelid = t.oid
where i.indkey[0] <> t.tenant_column
  -- Part of the parent's index, which is checked on its own.
  and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)

union all
select 'tenant-primary-key', t.name, 'has no primary key'
from tenant_table t
where not exists (select from pg_index i where i.indrelid = t.oid and i.indisprimary)

union all
-- A key to the tenant itself needs no second column: tenant_id is the whole key.
select 'tenant-foreign-key', format('%s on %s', f.conname, child.name), pg_get_constraintdef(f.oid)
from pg_constraint f
join base_table child on child.oid = f.conrelid
left join base_table parent on parent.oid = f.confrelid
where f.contype = 'f'
  and (child.tenant_column is not null or parent.tenant_column is not null)
  and not coalesce(
    f.conkey[1] = child.tenant_column and f.confkey[1] = parent.tenant_column
      and (parent.name = 'tenants' or cardinality(f.conkey) > 1),
    false)
