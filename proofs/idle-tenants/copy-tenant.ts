// Many tenants like one that was set up over the API: its rows are copied, which takes seconds for ten thousand of them.
import { withAdmin } from '../../tests/harness/admin-client.ts'

/** Their rows have digests that must be unique in the installation, or are there already. */
const LEFT_OUT = ['tenants', 'api_keys', 'agent_tokens']
/** In one statement; every row of the tenant counts as often. */
const TENANTS_AT_ONCE = 500

type Table = { name: string; columns: string[] }

/**
 * The copies have the IDs of the original, because keys begin with the tenant. Secrets of copies cannot be decrypted. Returns
 * how many rows each of them has.
 */
export async function copyTenant(
  superuserUrl: string,
  original: { id: string },
  copies: readonly { id: string }[],
): Promise<number> {
  return withAdmin(superuserUrl, async (admin) => {
    const { rows: tables } = await admin.query<Table>(
      `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attidentity = '' and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname <> all($1) and exists (
           select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
       group by c.relname order by c.relname`,
      [LEFT_OUT],
    )
    // Foreign keys and the triggers of changes: the rows belong together already.
    await admin.query(`set session_replication_role = replica`)
    let copied = 0
    for (const { name, columns } of tables) {
      const quoted = columns.map((column) => `"${column}"`)
      const values = quoted.map((column) => (column === '"tenant_id"' ? 'c.id' : `o.${column}`))
      for (let at = 0; at < copies.length; at += TENANTS_AT_ONCE) {
        const ids = copies.slice(at, at + TENANTS_AT_ONCE).map(({ id }) => id)
        const { rowCount } = await admin.query(
          `insert into "${name}" (${quoted.join(', ')}) select ${values.join(', ')}
           from "${name}" o cross join unnest($2::uuid[]) as c (id)
           where o.tenant_id = $1 on conflict do nothing`,
          [original.id, ids],
        )
        if (at === 0) copied += (rowCount ?? 0) / ids.length
      }
    }
    // As PostgreSQL does itself a minute later; the measurement is of a database that has been like this for a while.
    await admin.query('vacuum analyze')
    await admin.query('checkpoint')
    return copied
  })
}
