// Compares a tenant in two databases row by row, with its own list of what may differ: the product has another.
import type { Client } from 'pg'
import { withAdmin } from '../../tests/harness/admin-client.ts'

/** Tables that stay behind, and columns that an installation fills itself. */
const DIFFERENT = new Set(
  `api_keys key_uses agent_tokens password_resets idempotency_keys
  data_keys integration_secrets edge_jobs edge_job_chunks dispatch_ranges
  dispatch_backlog tenants.slug tenants.status events.xid runs.token_digest
  deliveries.event_xid deliveries.is_deferred deliveries.queued_at deliveries.next_attempt_at webhooks.secret
  webhooks.previous_secret webhooks.previous_secret_until webhooks.headers`.split(/\s+/),
)

export type TableSum = { table: string; rows: number; hash: string }

/** History up to that moment: an import adds its own. */
export async function sumTables(
  superuserUrl: string,
  tenantId: string,
  until: string,
): Promise<TableSum[]> {
  return withAdmin(superuserUrl, async (admin) => {
    await admin.query(`set timezone = 'UTC'`)
    const sums: TableSum[] = []
    for (const [table, columns] of await listColumns(admin)) {
      const recent = table === 'audit_entries' ? 'and at <= $2' : 'and $2::timestamptz is not null'
      const { rows } = await admin.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, coalesce(md5(string_agg(hash, '' order by hash collate "C")), '') as hash
         from (select md5(row(${columns.join(', ')})::text) as hash from ${table}
               where tenant_id = $1 ${recent}) as hashed`,
        [tenantId, until],
      )
      sums.push({ table, rows: rows[0]?.rows ?? 0, hash: rows[0]?.hash ?? '' })
    }
    return sums
  })
}

async function listColumns(admin: Client): Promise<Map<string, string[]>> {
  const { rows } = await admin.query<{ table: string; column: string }>(
    `select c.relname as table, a.attname as column from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
     order by 1, a.attnum`,
  )
  const columns = new Map<string, string[]>()
  for (const { table, column } of rows) {
    if (DIFFERENT.has(table) || DIFFERENT.has(`${table}.${column}`)) continue
    columns.set(table, [...(columns.get(table) ?? []), `"${column}"`])
  }
  return columns
}

export function listDifferences(was: readonly TableSum[], now: readonly TableSum[]): string[] {
  return was
    .filter(({ table, hash }) => now.find((one) => one.table === table)?.hash !== hash)
    .map(({ table }) => table)
}
