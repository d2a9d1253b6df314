// SQL of jobs that nobody will see through any more.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

/** How many; fewer than `limit` when none is left. A result that comes later is taken all the same. */
export async function expireJobs(
  tx: Tx,
  { now, runningBefore, limit }: { now: Date; runningBefore: Date; limit: number },
): Promise<number> {
  const rows = await tx.rows(
    sql`
    update edge_jobs set state = 'expired', ended_at = ${now}
    where ${tx.mine()} and id = any(array(
      select e.id from edge_jobs e
      where ${tx.mine('e')} and e.state in ('waiting', 'running')
        and e.expires_at <= case e.state when 'waiting' then ${now}::timestamptz else ${runningBefore}::timestamptz end
      limit ${limit} for update skip locked))
    returning id`,
    { planAnew: true },
  )
  return rows.length
}
