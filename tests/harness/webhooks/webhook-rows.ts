// A webhook of a tenant with one delivery and one failed attempt, as rows: for tests that count what a tenant has.
import { randomBytes, randomUUID } from 'node:crypto'
import { withAdmin } from '../admin-client.ts'

/** Its secret opens nowhere; it only has the size of one. */
export async function keepWebhookRows(superuserUrl: string, tenantId: string): Promise<void> {
  const [webhook, delivery, subject] = [randomUUID(), randomUUID(), randomUUID()]
  await withAdmin(superuserUrl, async (admin) => {
    await admin.query(
      `insert into webhooks (tenant_id, id, url, secret, created_by, created_at, updated_at)
       values ($1, $2, 'https://hooks.example/', $3, 'system:test', now(), now())`,
      [tenantId, webhook, randomBytes(64)],
    )
    await admin.query(
      `insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
         created_at)
       values ($1, $2, $3, '1', $4, 'task.created', now(), $4, 'failed', now())`,
      [tenantId, delivery, webhook, subject],
    )
    await admin.query(
      `insert into delivery_attempts (tenant_id, delivery_id, number, at, duration_ms, error)
       values ($1, $2, 1, now(), 1, 'timeout')`,
      [tenantId, delivery],
    )
    // Empty in this release, and still there for the one before.
    await admin.query(
      `insert into dispatch_backlog (tenant_id, xid, id, until_xid, until_id) values ($1, '1', $2, '1', $2)`,
      [tenantId, subject],
    )
    await admin.query(
      `insert into dispatch_ranges (tenant_id, xid, id, until_xid, until_id, event_count) values ($1, '1', $2, '1', $2, 1)`,
      [tenantId, subject],
    )
  })
}
