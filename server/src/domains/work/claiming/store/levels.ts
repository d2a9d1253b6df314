// SQL of claims that wait: whether there is something to claim in their lanes.
import { type Sql, sql } from '#db/sql.ts'

export type LaneOfWaiters = { tenantId: string; queue: string; delegate: string; wanted: number }
export type Level = { lane: number; count: number }

/** For a group of tenants. Lanes without tasks are left out; no lane is counted beyond what its waiters want. */
export function countWaiting(lanes: readonly LaneOfWaiters[]): Sql {
  const rows = lanes.map(({ tenantId, ...rest }, lane) => ({ lane, tenant_id: tenantId, ...rest }))
  return sql`
    select l.lane, e.count from json_to_recordset(${JSON.stringify(rows)})
      as l (lane integer, tenant_id uuid, queue text, delegate text, wanted integer)
    cross join lateral (
      select count(*)::integer as count from (
        select from queue_entries e
        where e.tenant_id = l.tenant_id and e.queue = l.queue and e.delegate = l.delegate
        order by e.turn, e.task_id limit l.wanted) as found) e
    where e.count > 0`
}
