// Holding requests inside their transactions: a lock on `tasks`, and a look at who waits for it.
import type { Client } from 'pg'

export async function holdTasks(admin: Client): Promise<void> {
  await admin.query('begin; lock table tasks in access exclusive mode')
}

/** How many requests wait for the lock. The queue worker reads `tasks` too and does not count. */
export async function countWaitingRequests(admin: Client): Promise<number> {
  // Inside a transaction, pg_stat_activity is read once and remembered.
  await admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_locks join pg_stat_activity using (pid)
      where relation = 'tasks'::regclass and not granted and query not like '%distinct due.tenant_id%'`,
  )
  return rows[0]?.waiting ?? 0
}
