// What is still stored long after everything has ended: rows that no retention rule ever takes away.
import { withAdmin } from '../../tests/harness/admin-client.ts'

export type LeftOver = { table: string; rows: number }

/** What belongs to a tenant until it is deleted, and what the installation itself consists of. */
const KEPT = new Set([
  'api_keys',
  'instance',
  'schema_migrations',
  'settings',
  'task_counters',
  'task_labels',
  'tasks',
  'tenants',
  'users',
  'webhooks',
])

/** A worker leaves a few rows of its own behind while it runs. */
const FEW = 100

export async function listLeftOvers(superuserUrl: string): Promise<LeftOver[]> {
  return withAdmin(superuserUrl, async (admin) => {
    const { rows: tables } = await admin.query<{ schema: string; name: string }>(`
      select schemaname as schema, relname as name from pg_stat_user_tables
      order by schemaname, relname`)
    const found: LeftOver[] = []
    for (const { schema, name } of tables) {
      if (schema === 'public' && KEPT.has(name)) continue
      const { rows } = await admin.query<{ count: number }>(
        `select count(*)::int as count from "${schema}"."${name}"`,
      )
      const count = rows[0]?.count ?? 0
      if (count > FEW) found.push({ table: `${schema}.${name}`, rows: count })
    }
    return found
  })
}
