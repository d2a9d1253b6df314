// SQL of what agents do: their usage of today, live runs, and the last use of a token.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { usedToday, workingMs } from '#domains/claims/index.ts'

export type AgentActivity = {
  id: string
  working_ms: number
  calls: number
  effects: number
  declared_tokens: number
  declared_cost: string
  working_runs: number
  parked_runs: number
  last_used_at: Date | null
}

/** Runs are added to the usage of the day when they end, so live ones are counted here. */
export async function listActivity(
  tx: Tx,
  agents: readonly { id: string; name: string }[],
): Promise<Map<string, AgentActivity>> {
  const rows = await tx.rows<AgentActivity>(sql`
    select a.id, live.working_runs, live.parked_runs, token.last_used_at,
      live.working_ms + u.working_ms as working_ms,
      live.calls + u.calls as calls,
      live.effects + u.effects as effects,
      live.declared_tokens + u.declared_tokens as declared_tokens,
      live.declared_cost + u.declared_cost as declared_cost
    from unnest(${agents.map(({ id }) => id)}::uuid[], ${agents.map(({ name }) => name)}::text[]) as named (id, name)
    cross join lateral (select ${tx.tenantId}::uuid as tenant_id, named.id, named.name) a
    cross join lateral ${usedToday} u
    cross join lateral (
      select count(*) filter (where r.state = 'working')::int as working_runs,
        count(*) filter (where r.state = 'parked')::int as parked_runs,
        coalesce(sum(${workingMs}), 0)::bigint as working_ms,
        coalesce(sum(r.calls), 0)::bigint as calls,
        coalesce(sum(r.effects), 0)::bigint as effects,
        coalesce(sum(r.declared_tokens), 0)::bigint as declared_tokens,
        coalesce(sum(r.declared_cost), 0) as declared_cost
      from runs r
      where ${tx.mine()} and r.agent = a.name and r.ended_at is null) live
    cross join lateral (
      select max(t.last_used_at) as last_used_at from agent_tokens t
      where ${tx.mine()} and t.agent_id = a.id) token`)
  return new Map(rows.map((row) => [row.id, row]))
}
