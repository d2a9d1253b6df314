// SQL of runs that hold a task: one statement per function, each inside the transaction it is given.
import type { LeaseLoss, Plan, Progress, RunState } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type RunRow = {
  id: string
  task_id: string
  agent: string
  queue: string
  attempt: number
  waited_ms: number
  state: RunState
  end_reason: LeaseLoss | null
  lease_until: Date | null
  cancel_requested_at: Date | null
  progress: Progress | null
  plan: Plan | null
  error: string | null
  handoff: string | null
  approval_id: string | null
  calls: number
  effects: number
  declared_tokens: number
  declared_cost: string
  working_ms: number
  created_at: Date
  heartbeat_at: Date
  ended_at: Date | null
}

export type EndedRun = RunRow

/** Working time up to now; parked time does not count. */
export const workingMs: Sql = sql`r.working_ms + case when r.state = 'working'
  then greatest(0, extract(epoch from clock_timestamp() - r.resumed_at) * 1000)::bigint else 0 end`

export const runColumns: Sql = sql`r.id, r.task_id, r.agent, r.queue, r.attempt, r.waited_ms, r.state,
  r.end_reason, r.lease_until, r.cancel_requested_at, r.progress, r.plan, r.error, r.handoff, r.approval_id, r.calls, r.effects,
  r.declared_tokens, r.declared_cost, ${workingMs} as working_ms, r.created_at, r.heartbeat_at, r.ended_at`

/** Ends the live runs of these tasks. */
export function endLiveRuns(
  ctx: Pick<WorkContext, 'tx'>,
  taskIds: readonly string[],
  reason: LeaseLoss,
): Promise<EndedRun[]> {
  return ctx.tx.rows<EndedRun>(sql`
    update runs r set state = 'canceled', end_reason = ${reason}, lease_until = null, working_ms = ${workingMs},
      ended_at = clock_timestamp()
    where r.tenant_id = ${ctx.tx.tenantId} and r.task_id = any(${taskIds}::uuid[]) and r.ended_at is null
    returning ${runColumns}`)
}

/** What others changed of the task of a live run, for its next heartbeat. */
export async function noteSourceChange(
  tx: Tx,
  changes: readonly { id: string; fields: readonly string[] }[],
): Promise<void> {
  const rows = changes.map(({ id, fields }) => ({ task_id: id, fields }))
  await tx.rows(sql`
    update runs r set source_changed = array(
      select distinct field from (
        select unnest(r.source_changed) union select json_array_elements_text(c.fields)) as f (field) order by field)
    from json_to_recordset(${JSON.stringify(rows)}) as c (task_id uuid, fields json)
    where ${tx.mine('r')} and r.task_id = c.task_id and r.ended_at is null`)
}
