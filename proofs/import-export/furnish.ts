// The tenant that is moved: tasks in one long chain of random order with their history, and a row in every other table.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { keepDashboardRows } from '../../tests/harness/dashboard/dashboard-rows.ts'
import type { TestDatabase } from '../../tests/harness/database.ts'
import { keepEdgeRows } from '../../tests/harness/edge/edge-rows.ts'
import { keepIntegrationRows } from '../../tests/harness/integrations/integration-rows.ts'
import { keepTaskRows } from '../../tests/harness/tasks/task-rows.ts'
import { keepWorkRows } from '../../tests/harness/work/work-rows.ts'

/** By the superuser and in bulk. The events were dispatched long ago. */
const BULK = [
  `create table chain as select n, gen_random_uuid() as id from generate_series(1, $2) n`,
  `create unique index on chain (n)`,
  `insert into tasks (tenant_id, id, number, status, priority, queue, parent_id, updated_at, search, doc)
   select $1, c.id, 1000000 + c.n, 'completed', 2, 'default', p.id, clock_timestamp(),
     to_tsvector('simple', 'task ' || c.n), json_build_object('title', E'task\u2028"' || c.n || '" ß \u{1F600}')
   from chain c left join chain p on p.n = c.n - 1`,
  `insert into task_labels (tenant_id, label, task_id) select $1, 'l' || n % 7, id from chain`,
  `insert into comments (tenant_id, id, task_id, author, body, created_at, updated_at)
   select $1, gen_random_uuid(), id, 'system:proof', 'line' || E'\n' || n, clock_timestamp(), clock_timestamp()
   from chain`,
  `insert into events (tenant_id, xid, id, type, subject_id, actor, data, previous, changed, occurred_at)
   select $1, '1', gen_random_uuid(), 'task.created', id, 'system:proof', '{"n": 1}', '{}', '{}',
     now() - n % 20 * interval '1 day' from chain`,
  `insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
   select $1, gen_random_uuid(), 'task.created', id, 'system:proof', 'proof', '[]', now() - n % 20 * interval '1 day'
   from chain`,
  `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status, created_at)
   select tenant_id, gen_random_uuid(), $3, xid, id, type, occurred_at, subject_id, 'failed', occurred_at
   from events where tenant_id = $1 and xid = '1'`,
  `insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, error)
   select tenant_id, id, 1, created_at, 1, 'timeout' from deliveries
   where tenant_id = $1 and status = 'failed'`,
  'drop table chain',
]

export async function furnish(
  { superuserUrl }: TestDatabase,
  { tenantId, webhookId, tasks }: { tenantId: string; webhookId: string; tasks: number },
): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    for (const statement of BULK) {
      // Our own values; some of these statements take no parameters.
      const text = statement
        .replaceAll('$1', `'${tenantId}'::uuid`)
        .replaceAll('$2', String(tasks))
        .replaceAll('$3', `'${webhookId}'::uuid`)
      await admin.query(text)
    }
  })
  const keepers = [keepDashboardRows, keepIntegrationRows, keepEdgeRows, keepWorkRows, keepTaskRows]
  for (const keep of keepers) await keep(superuserUrl, tenantId)
}
