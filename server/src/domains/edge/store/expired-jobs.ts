// SQL of maintenance: jobs that have expired.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'

/**
 * Of all tenants, with the chunks of results that were never complete. How many; fewer than `limit` when none is left. A
 * result that comes later is taken all the same. One that is locked is left for the next round.
 */
export async function expireJobs(
  retention: Reader,
  { now, runningBefore, limit }: { now: Date; runningBefore: Date; limit: number },
): Promise<number> {
  const isOver = sql`e.state in ('waiting', 'running')
    and e.expires_at <= case e.state when 'waiting' then ${now}::timestamptz else ${runningBefore}::timestamptz end`
  const [row] = await retention.rows<{ expired: number }>(sql`
    with due as materialized (
      select o.tenant_id, o.id from tenants t cross join lateral (
        select e.tenant_id, e.id from edge_jobs e where e.tenant_id = t.tenant_id and ${isOver}
        limit ${limit} for update skip locked) as o
      limit ${limit}),
    expired as (
      update edge_jobs e set state = 'expired', ended_at = ${now}
      from due where e.tenant_id = due.tenant_id and e.id = due.id
      returning e.tenant_id, e.id),
    chunks as (
      delete from edge_job_chunks c using expired x where c.tenant_id = x.tenant_id and c.job_id = x.id)
    select count(*)::int as expired from expired`)
  return row?.expired ?? 0
}
