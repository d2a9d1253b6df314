// Everything migrations make, as lines of text: two databases with the same lines have the same schema.
import { withAdmin } from '../admin-client.ts'

/** Weekly partitions depend on the date, and what an extension brings is not ours. */
const STATEMENT = `
  with ours as (
    select c.* from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname !~ '_[0-9]{8}(_|$)'
  )
  select format('%s %s kind=%s rls=%s/%s owner=%s acl=%s', 'relation', relname, relkind,
      relrowsecurity, relforcerowsecurity, relowner::regrole, relacl) as line from ours
  union all
  select format('column %s.%s %s null=%s default=%s acl=%s', o.relname, a.attname,
      format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attacl)
    from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
  union all
  select format('constraint %s on %s %s', k.conname, o.relname, pg_get_constraintdef(k.oid))
    from ours o join pg_constraint k on k.conrelid = o.oid
  union all
  select 'index ' || pg_get_indexdef(i.indexrelid) from ours o join pg_index i on i.indexrelid = o.oid
  union all
  select format('policy %s on %s %s to %s using %s check %s', p.policyname, p.tablename, p.cmd,
      p.roles, p.qual, p.with_check)
    from pg_policies p join ours o on o.relname = p.tablename
  union all
  select format('function %s owner=%s acl=%s %s', p.proname, p.proowner::regrole, p.proacl,
      pg_get_functiondef(p.oid))
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select format('migration %s %s %s', version, name, checksum) from schema_migrations
  union all
  select format('instances=%s default tenants=%s', (select count(*) from instance),
    (select count(*) from tenants where slug = 'default'))
  order by 1`

export async function schemaFingerprint(
  superuserUrl: string,
  rolePrefix = 'task_service',
): Promise<string> {
  const { rows } = await withAdmin(superuserUrl, (admin) =>
    admin.query<{ line: string }>(STATEMENT),
  )
  // The harness's own owner begins with the default prefix and is the same everywhere.
  const roles = new RegExp(`\\b${rolePrefix}_(app|auth|feed|search|purge|group)\\b`, 'g')
  return rows.map(({ line }) => line.replaceAll(roles, '{{$1}}')).join('\n')
}
