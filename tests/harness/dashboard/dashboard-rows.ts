// A row in every table that only the dashboard fills, for tests that look at all tables there are.
import { withAdmin } from '../admin-client.ts'

export async function keepDashboardRows(superuserUrl: string, tenantId: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    await admin.query(
      `with added as (
         insert into users (tenant_id, id, username, name, created_by, created_at, updated_at)
         values ($1, gen_random_uuid(), 'kept', 'Kept', 'system:test', now(), now())
         returning tenant_id, id),
       digests as (
         insert into inbox_digests (tenant_id, user_id, frequency, hour, time_zone, language)
         select tenant_id, id, 'daily', 7, 'Europe/Berlin', 'en' from added)
       insert into password_resets (tenant_id, user_id, digest, expires_at)
       select tenant_id, id, decode(repeat('00', 32), 'hex'), now() + interval '1 day' from added`,
      [tenantId],
    )
    await admin.query(
      `insert into views (tenant_id, id, name, kind, query, shared, owner, position, created_at, updated_at)
       values ($1, gen_random_uuid(), 'Kept', 'list', '{}', true, 'system:test', 1, now(), now())`,
      [tenantId],
    )
  })
}
