// One row of a tenant in every table of connectors, as the superuser, for what must reach all of them.
import { withAdmin } from '../admin-client.ts'

export async function keepEdgeRows(superuserUrl: string, tenantId: string): Promise<void> {
  await withAdmin(superuserUrl, async (admin) => {
    await admin.query(
      `with made as (
         insert into connectors (tenant_id, id, name, created_by, created_at, updated_at)
         values ($1, gen_random_uuid(), 'Kept', 'system:test', now(), now()) returning tenant_id, id),
       job as (
         insert into edge_jobs (tenant_id, id, connector_id, database, statement, params, state, created_by, created_at,
           expires_at)
         select tenant_id, gen_random_uuid(), id, 'erp', 'open', '{}', 'running', 'system:test', now(), now() from made
         returning tenant_id, id)
       insert into edge_job_chunks (tenant_id, job_id, number, body) select tenant_id, id, 0, '[]' from job`,
      [tenantId],
    )
  })
}
